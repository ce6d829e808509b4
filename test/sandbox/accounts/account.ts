import type { TwoFactorState } from '../twoFactor/state';
import type { Permissions } from './permissions';

export interface SshKey {
  id: number;
  /** One line of an OpenSSH public key file. */
  key: string;
  /** Epoch seconds. */
  createdAt: number;
}

export interface Account {
  id: number;
  email: string | undefined;
  /** Epoch seconds, or undefined while the e-mail is not verified. */
  emailVerifiedAt: number | undefined;
  username: string;
  fullName: string;
  /** Dollars; never negative. */
  credit: number;
  isAdmin: boolean;
  hostOnly: boolean;
  parentId: number | undefined;
  sshKeys: SshKey[];
  /** Variables that reach every container of the account. */
  secrets: Map<string, string>;
  /** Clouds that its instances may copy from and to. */
  clouds: { id: number; name: string; cloudType: string }[];
  tfa: TwoFactorState;
  /** true: calls outside the two-factor endpoints need a session key. */
  needsSession: boolean;
  /** false: renting answers `missing_billing`. */
  hasBilling: boolean;
  /** true: renting answers `spend_rate_limit`. */
  spendLimited: boolean;
}

export interface ApiKey {
  id: number;
  accountId: number;
  value: string;
  name: string | undefined;
  kind: 'api' | 'instance' | 'session';
  permissions: Permissions;
  /** Epoch seconds. */
  createdAt: number;
  /** Epoch seconds; undefined: never. */
  expiresAt: number | undefined;
  /** A session's: the id of the key that opened it, with which it ends; undefined: opened without one. */
  openedBy: number | undefined;
  /** Used in a team's context, in which the two-factor endpoints are refused. */
  team: boolean;
}
