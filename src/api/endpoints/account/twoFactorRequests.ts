/** Methods that a person can set up. */
export const storedMethods = ['totp', 'sms'] as const;
export type StoredMethod = (typeof storedMethods)[number];

/** Where a code can come from. `email` verifies but is never stored as a method. */
export const verificationMethods = [...storedMethods, 'email'] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** Proof that it is the person (specification, Shared body fields of verification calls). */
export interface Verification {
  tfa_method?: VerificationMethod | undefined;
  /** 6 digits. */
  code?: string | undefined;
  /** From the call that sent the code; only for SMS and email. */
  secret?: string | undefined;
  /** Distinguishes several methods of one type. */
  tfa_method_id?: number | undefined;
  /** Three groups of four characters, instead of method and code. */
  backup_code?: string | undefined;
}

export interface LoginRequest extends Verification {
  /** Asks for an administrator's session. */
  admin?: boolean | undefined;
}

export interface RemoveMethodRequest extends Verification {
  /** Defaults to the verifying method; required with a backup code. */
  target_id?: number | undefined;
}

export interface SendEmailRequest {
  secret?: string | undefined;
}

export interface SendSmsRequest {
  /** E.164; not needed with `tfa_method_id` or a number on the account. */
  phone_number?: string | undefined;
  tfa_method_id?: number | undefined;
  secret?: string | undefined;
}

export interface BeginAuthorizationRequest {
  tfa_method?: VerificationMethod | undefined;
  tfa_method_id?: number | undefined;
  backup_code?: string | undefined;
}

export interface ConfirmMethodRequest {
  tfa_method: StoredMethod;
  code: string;
  /** The SMS challenge's secret, or the base32 secret of the authenticator. */
  secret: string;
  /** E.164, SMS only. */
  phone_number?: string | undefined;
  /** At most 30 characters. */
  label?: string | undefined;
}

export interface UpdateMethodRequest {
  tfa_method_id?: number | undefined;
  tfa_method?: StoredMethod | undefined;
  /** At most 30 characters. */
  label?: string | undefined;
  is_primary?: boolean | undefined;
}
