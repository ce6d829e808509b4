export type { Instance } from './instances/instance';
export type { Offer } from './offers/offer';
export type { SshKey } from './account/sshKey';
