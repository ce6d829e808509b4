// The endpoints that a person asks for, in one chunk of the bundle.
export { ApiKeys } from './apiKeys';
export { Copies } from './copies';
export { Charges } from './charges';
export { InstanceActions } from './instanceActions';
export { Machines } from './machines';
export { Offers } from './offers';
export { Overlays } from './overlays';
export { Secrets } from './secrets';
export { SshKeys } from './sshKeys';
export { Templates } from './templates';
export { TwoFactor } from './twoFactor';
export { VolumeOffers } from './volumeOffers';
