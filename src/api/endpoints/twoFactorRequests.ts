/** What a code can come from; `email` verifies but is never stored as a method. */
export type VerificationMethod = 'sms' | 'totp' | 'email';
export type StoredMethod = 'sms' | 'totp';

/** Proof that it is the person (specification, Shared body fields of verification calls). */
export interface Verification {
  tfa_method?: VerificationMethod;
  /** 6 digits. */
  code?: string;
  /** From the call that sent the code; only for SMS and email. */
  secret?: string;
  /** Tells several methods of one type apart. */
  tfa_method_id?: number;
  /** Three groups of four characters, instead of method and code. */
  backup_code?: string;
}

export interface LoginRequest extends Verification {
  /** Asks for an administrator's session. */
  admin?: boolean;
}

export interface RemoveMethodRequest extends Verification {
  /** Defaults to the verifying method; required with a backup code. */
  target_id?: number;
}

export interface SendEmailRequest {
  secret?: string;
}

export interface SendSmsRequest {
  /** E.164; not needed with `tfa_method_id` or a number on the account. */
  phone_number?: string;
  tfa_method_id?: number;
  secret?: string;
}

export interface BeginAuthorizationRequest {
  tfa_method?: VerificationMethod;
  tfa_method_id?: number;
  backup_code?: string;
}

export interface ConfirmMethodRequest {
  tfa_method: StoredMethod;
  code: string;
  /** The SMS challenge's secret, or the base32 secret of the authenticator. */
  secret: string;
  /** E.164, SMS only. */
  phone_number?: string;
  /** At most 30 characters. */
  label?: string;
}

export interface UpdateMethodRequest {
  tfa_method_id?: number;
  tfa_method?: StoredMethod;
  /** At most 30 characters. */
  label?: string;
  is_primary?: boolean;
}
