export type { Charge } from './charge';
export type { Instance } from './instance';
export type { CancelledMaintenance } from './maintenance';
export type { Offer } from './offer';
export type { SshKey } from './sshKey';
export type { Subaccount } from './subaccount';
export type { User } from './user';
