import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client';
import {
  type StoredMethod,
  storedMethods,
  verificationMethods,
} from '../api/endpoints/account/twoFactorRequests';
import type { User } from '../api/schemas/account/user';
import type { TwoFactorStatus } from '../api/schemas/account/twoFactor';
import type { Log } from '../log/log';
import type { Remedy } from './action';

/** The ways to verify a person, in the order in which they are offered. */
export const methodKinds = [...verificationMethods, 'backup'] as const;
export type MethodKind = (typeof methodKinds)[number];

/** Places where a problem can be shown. */
export const places = ['code', 'phone', 'label', 'send', 'page'] as const;

export type Place = (typeof places)[number];

/** A message about the last step. */
export interface Notice {
  tone: 'info' | 'warning';
  text: string;
}

/** One way to verify the person with this account. */
export interface VerificationOption {
  id: string;
  kind: MethodKind;
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

export interface ProofPage {
  kind: 'proof';
  purpose: Purpose;
  options: readonly VerificationOption[];
  option: VerificationOption;
  sent?: Sent | undefined;
  /** The authorization to complete with a code from an authenticator app. Secret. */
  begun?: string | undefined;
}

/** Setting up a method with a secret for an app. */
export interface SecretPage {
  kind: 'secret';
  method: StoredMethod;
  /** Base32, and the same as an otpauth URI. Secret. */
  secret: string;
  uri: string;
}

/** Setting up a method with a phone number for codes. */
export interface PhonePage {
  kind: 'phone';
  method: StoredMethod;
  /** E.164; empty until a code was sent. */
  phone: string;
  sent?: Sent | undefined;
}

/** The current page. Its secrets are forgotten together with it. */
export type PageState =
  | { kind: 'loading' }
  | { kind: 'overview' }
  | ProofPage
  | { kind: 'choose' }
  | SecretPage
  | PhonePage
  | { kind: 'lost' }
  | { kind: 'codes'; codes: readonly string[]; again: boolean; saved: boolean };

/** The result of a step; without a page, the current one stays. */
export interface Next {
  page?: PageState;
  notice?: Notice;
  /** The account was changed, so its data has to be loaded again. */
  changed?: boolean;
  /** The data has to be loaded again. */
  reload?: boolean;
  /** Backup codes that exist nowhere else. Secret. */
  codes?: readonly string[];
}

/** Only a message. */
export const told = (text: string, tone: Notice['tone'] = 'info'): Next & { notice: Notice } => ({
  notice: { tone, text },
});

/** New backup codes, which are shown now. */
export const withCodes = (codes: readonly string[]): Next => ({
  page: { kind: 'codes', codes, again: false, saved: false },
  changed: true,
  codes,
});

/** What a step needs. */
export interface Context {
  client: Client;
  known: Known;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Whether two-factor authentication is on; `legacy` is its older form. */
export type AccountState = NonNullable<User['tfa_status']>;

/** Only the user's record shows `legacy`, the status doesn't (specification, Status response). */
export function stateOf({ status, user }: Known): AccountState {
  if (user?.tfa_status) return user.tfa_status;
  if (!status.tfa_enabled) return 'disabled';
  return status.methods.length > 0 ? 'enabled' : 'legacy';
}

/** A code is valid for ten minutes (specification, Limits). */
export const codeLifetime = 10 * 60_000;
/** Whether the page stays when nobody is there. One that awaits a sent code has no other secret, and the code is elsewhere. */
export const staysUnattended = (page: PageState, now: number): boolean =>
  page.kind === 'proof'
    ? page.sent !== undefined && now - page.sent.at < codeLifetime
    : page.kind === 'codes' || page.kind === 'overview' || page.kind === 'loading';
/** Why it didn't stay. */
export const timedOut = (page: PageState): string =>
  page.kind === 'proof' && page.sent
    ? l10n.t('The code that was sent has expired. Start again.')
    : l10n.t('Timed out after five minutes. Start again.');
/** A text message takes a moment. Resending sooner would only use up the service's limit. */
export const resendPause = 30_000;
/** The window for adding a method (specification, Limits). */
export const authorizationLifetime = 30 * 60_000;

/** Undefined for a method that this version doesn't support. */
export function storedKind(method: Method): StoredMethod | undefined {
  return storedMethods.find((name) => name === method.method);
}

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

/** What a session asks of the panel and of the rest of the extension. */
export interface SessionOptions {
  /** The account's name for a person. */
  account: string;
  client: () => Client;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Backup codes of this account that weren't confirmed as stored. */
  kept: {
    get(): readonly string[] | undefined;
    keep(codes: readonly string[]): void;
    forget(): void;
    /** New ones are about to be asked for, whose answer may never be heard. */
    await(): Promise<void>;
    /** None were made, or the person was told that they may have been. */
    awaitNoMore(): void;
    /** Whether they were lost with the window that showed them. */
    areLost(): Promise<boolean>;
  };
  copy: (text: string) => Promise<void>;
  /** Writes to a file that the person selects; false if they selected none. */
  save: (text: string) => Promise<boolean>;
  /** Does a remedy outside the panel. */
  remedy: (remedy: Remedy) => Promise<void>;
  /** The account's two-factor authentication was changed. */
  changed: () => void;
  log: Log;
}
