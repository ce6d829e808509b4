import * as z from 'zod/mini';
import { flag, id, integer, serviceWords, text, time, tolerated, toleratedList } from '../fields';
import { readable, someRows } from '../rows';
import { userSchema } from './user';

/** A configured method (specification, Two-factor method record). */
const twoFactorMethodSchema = z.object({
  /** Sent as `tfa_method_id`. */
  id,
  /** `sms` or `totp`. */
  method: tolerated(text),
  label: tolerated(text),
  /** SMS only; all but the last 4 digits are masked. */
  phone_number: tolerated(text),
  is_primary: tolerated(flag),
  fail_count: tolerated(integer),
  /** Unix time in seconds at which the lock ends. */
  locked_until: tolerated(time),
  created_at: tolerated(time),
  last_used: tolerated(time),
});

/** Specification, Two-factor endpoints: the status response. */
export const twoFactorStatusSchema = z.object({
  tfa_enabled: flag,
  methods: z.pipe(someRows(twoFactorMethodSchema, 'methods'), z.transform(readable)),
  backup_codes_remaining: tolerated(integer),
  new_method_authorized: tolerated(flag),
});

export type TwoFactorStatus = z.infer<typeof twoFactorStatusSchema>;

/** The user, and what a login with a second factor adds. */
export const twoFactorLoginSchema = z.extend(userSchema, {
  /** The key to use from now on. Secret. */
  session_key: tolerated(text),
  /** Only after a backup code, while any remain. */
  backup_codes_remaining: tolerated(integer),
  legacy_tfa_user: tolerated(flag),
});

export type TwoFactorLogin = z.infer<typeof twoFactorLoginSchema>;

/** A code is on its way; `secret` goes back with it. */
export const sentCodeSchema = z.object({ msg: serviceWords, secret: z.string() });

export type SentCode = z.infer<typeof sentCodeSchema>;

/** `secret` in base32, and the same as an otpauth URI for a QR code. Both secret. */
export const totpSetupSchema = z.object({ secret: z.string(), provisioning_uri: z.string() });

export type TotpSetup = z.infer<typeof totpSetupSchema>;

/** `secret` after a code was sent; missing when a backup code already authorized. */
export const begunAuthorizationSchema = z.object({ secret: tolerated(text), msg: serviceWords });

export type BegunAuthorization = z.infer<typeof begunAuthorizationSchema>;

/** Only the service's words. */
export const saidSchema = z.object({ msg: serviceWords });

export type Said = z.infer<typeof saidSchema>;

/** `backup_codes` come with the first method, only once. Secret. */
export const confirmedMethodSchema = z.object({
  msg: serviceWords,
  backup_codes: toleratedList(text),
});

export type ConfirmedMethod = z.infer<typeof confirmedMethodSchema>;

/** Without `remaining_methods` the last method is gone and two-factor authentication is off. */
export const removedMethodSchema = z.object({ msg: serviceWords, remaining_methods: tolerated(integer) });

export type RemovedMethod = z.infer<typeof removedMethodSchema>;

export const updatedMethodSchema = z.object({ msg: serviceWords, method: tolerated(twoFactorMethodSchema) });

export type UpdatedMethod = z.infer<typeof updatedMethodSchema>;

/** Ten new codes, shown only once. Secret. */
export const backupCodesSchema = z.object({ msg: serviceWords, backup_codes: z.array(text) });

export type BackupCodes = z.infer<typeof backupCodesSchema>;
