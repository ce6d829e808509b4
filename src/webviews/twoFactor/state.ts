import type { Client } from '../../api/client';
import type { StoredMethod } from '../../api/endpoints/twoFactorRequests';
import type { TwoFactorStatus } from '../../api/schemas/twoFactor';
import type { User } from '../../api/schemas/user';
import type { Notice } from './protocol';

/** What the service told about the account. */
export interface Known {
  status: TwoFactorStatus;
  /** Missing when the key may not read the account. */
  user?: User | undefined;
}

export type Method = TwoFactorStatus['methods'][number];

/** A way to prove that it is the person. */
export interface Way {
  id: string;
  kind: 'totp' | 'sms' | 'email' | 'backup';
  label: string;
  methodId?: number;
  /** Milliseconds since the epoch. */
  lockedUntil?: number | undefined;
}

/** A code that was sent. Secret. */
export interface Sent {
  secret: string;
  to: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export type Purpose =
  { kind: 'add' } | { kind: 'renew' } | { kind: 'remove'; methodId?: number; label: string; last: boolean };

export interface ProofPage {
  kind: 'proof';
  purpose: Purpose;
  ways: readonly Way[];
  way: Way;
  sent?: Sent | undefined;
  /** The authorization that a code of an authenticator app completes. Secret. */
  begun?: string | undefined;
}

export interface TotpPage {
  kind: 'totp';
  /** Base32, and the same as an otpauth URI. Secret. */
  secret: string;
  uri: string;
}

export interface SmsPage {
  kind: 'sms';
  /** E.164; empty until a code was sent. */
  phone: string;
  sent?: Sent | undefined;
}

/** Where the person is. Secrets of a page are forgotten with it. */
export type PageState =
  | { kind: 'loading' }
  | { kind: 'overview' }
  | ProofPage
  | { kind: 'choose' }
  | TotpPage
  | SmsPage
  | { kind: 'lost' }
  | { kind: 'codes'; codes: readonly string[]; again: boolean; saved: boolean };

/** What a step leads to; without a page it stays where it is. */
export interface Next {
  page?: PageState;
  notice?: Notice;
  /** The account was changed, so that what is known has to be asked anew. */
  changed?: boolean;
  /** What is known has to be asked anew. */
  reload?: boolean;
  /** Backup codes that exist nowhere else. Secret. */
  codes?: readonly string[];
}

/** What a step works with. */
export interface Context {
  client: Client;
  known: Known;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** A code is good for ten minutes (specification, Limits). */
export const codeLifetime = 10 * 60_000;
/** A text message takes a moment; asking again sooner only uses up what the service allows. */
export const resendPause = 30_000;
/** The window for adding a method (specification, Limits). */
export const authorizationLifetime = 30 * 60_000;

export function storedKind(method: Method): StoredMethod | undefined {
  return method.method === 'sms' || method.method === 'totp' ? method.method : undefined;
}
