// The endpoints that a person asks for, in one chunk of the bundle.
export { ApiKeys } from './account/apiKeys';
export { Copies } from './copies';
export { Charges } from './account/charges';
export { InstanceActions } from './instanceActions';
export { Machines } from './machines';
export { Offers } from './offers';
export { Overlays } from './overlays';
export { Secrets } from './account/secrets';
export { SshKeys } from './account/sshKeys';
export { Templates } from './templates';
export { TwoFactor } from './account/twoFactor';
export { VolumeOffers } from './volumeOffers';
