export type { Instance } from './instance';
export type { Offer } from './offer';
export type { SshKey } from './sshKey';
