import type { Challenge } from './challenges';

/** A second factor that an account has set up (specification, Two-factor method record). */
export interface Method {
  id: number;
  method: 'sms' | 'totp';
  label: string;
  /** E.164; SMS only. */
  phoneNumber: string | undefined;
  /** Base32; TOTP only. Undefined for a TOTP method whose secret is lost. */
  totpSecret: string | undefined;
  /** The last 30-second step whose code was accepted; no step is accepted twice. */
  lastStep: number;
  isPrimary: boolean;
  failCount: number;
  /** Epoch seconds. */
  lockedUntil: number | undefined;
  createdAt: number;
  lastUsed: number | undefined;
}

/** The two-factor authentication of one account. */
export interface TwoFactorState {
  methods: Method[];
  /** Codes not used yet, as sha256. */
  backupCodes: Set<string>;
  /** 2FA enabled in an older way: a phone number on file, no method. */
  legacy: boolean;
  /** The number on file, E.164. */
  phoneNumber: string | undefined;
  /** Secrets that totp-setup gave out and that were not confirmed, newest last. */
  setupSecrets: { secret: string; failCount: number }[];
  /** Epoch seconds until which a new method may be added. */
  authorizedUntil: number;
  /** Begun by POST authorize-new-method. */
  pendingAuthorization: Challenge | undefined;
  /** Epoch seconds at which SMS codes were sent. */
  smsSent: number[];
  /** The service suspects fraud: no SMS until support clears it. */
  fraud: boolean;
}

export function noTwoFactor(): TwoFactorState {
  return {
    methods: [],
    backupCodes: new Set(),
    legacy: false,
    phoneNumber: undefined,
    setupSecrets: [],
    authorizedUntil: 0,
    pendingAuthorization: undefined,
    smsSent: [],
    fraud: false,
  };
}

export function isEnabled(state: TwoFactorState): boolean {
  return state.methods.length > 0 || state.legacy;
}

/** The user object's `tfa_status`. */
export function statusOf(state: TwoFactorState): 'enabled' | 'disabled' | 'legacy' {
  if (state.methods.length > 0) return 'enabled';
  return state.legacy ? 'legacy' : 'disabled';
}
