import type { User } from '../api/schemas/account/user';
import type { TwoFactorStatus } from '../api/schemas/account/twoFactor';

/** What the service returned about the account. */
export interface Known {
  status: TwoFactorStatus;
  /** Missing if the key may not read the account. */
  user?: User | undefined;
}

export type Method = TwoFactorStatus['methods'][number];

/** What the person verifies for. */
export type Purpose =
  | { kind: 'add' }
  | { kind: 'renew' }
  | { kind: 'remove'; methodId?: number; label: string; last: boolean };
