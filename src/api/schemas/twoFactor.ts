import * as z from 'zod/mini';
import { serviceWords, specified } from './fields';
import { userSchema } from './user';

/** A configured method (specification, Two-factor method record). */
const twoFactorMethodSchema = z.object({
  /** Sent as `tfa_method_id`. */
  id: z.int(),
  user_id: specified(z.int()),
  /** `sms` or `totp`. */
  method: specified(z.string()),
  label: specified(z.string()),
  /** SMS only; all but the last 4 digits are masked. */
  phone_number: specified(z.string()),
  is_primary: specified(z.boolean()),
  fail_count: specified(z.int()),
  /** Unix time in seconds at which the lock ends. */
  locked_until: specified(z.number()),
  created_at: specified(z.number()),
  last_used: specified(z.number()),
});

/** Specification, Two-factor endpoints: the status response. */
export const twoFactorStatusSchema = z.object({
  tfa_enabled: z.boolean(),
  methods: z.array(twoFactorMethodSchema),
  /** Missing when none remain. */
  backup_codes_remaining: specified(z.int()),
  new_method_authorized: specified(z.boolean()),
});

export type TwoFactorStatus = z.infer<typeof twoFactorStatusSchema>;

/** The user, and what a login with a second factor adds. */
export const twoFactorLoginSchema = z.extend(userSchema, {
  /** The key to use from now on. Secret. */
  session_key: specified(z.string()),
  /** Only after a backup code, while any remain. */
  backup_codes_remaining: specified(z.int()),
  legacy_tfa_user: specified(z.boolean()),
});

export type TwoFactorLogin = z.infer<typeof twoFactorLoginSchema>;

/** A code is on its way; `secret` goes back with it. */
export const sentCodeSchema = z.object({ msg: serviceWords, secret: z.string() });

export type SentCode = z.infer<typeof sentCodeSchema>;

/** `secret` in base32, and the same as an otpauth URI for a QR code. Both secret. */
export const totpSetupSchema = z.object({ secret: z.string(), provisioning_uri: z.string() });

export type TotpSetup = z.infer<typeof totpSetupSchema>;

/** `secret` after a code was sent; missing when a backup code already authorized. */
export const begunAuthorizationSchema = z.object({ secret: specified(z.string()), msg: serviceWords });

export type BegunAuthorization = z.infer<typeof begunAuthorizationSchema>;

/** Only the service's words. */
export const saidSchema = z.object({ msg: serviceWords });

export type Said = z.infer<typeof saidSchema>;

/** `backup_codes` come with the first method, this once. Secret. */
export const confirmedMethodSchema = z.object({
  msg: serviceWords,
  backup_codes: specified(z.array(z.string())),
});

export type ConfirmedMethod = z.infer<typeof confirmedMethodSchema>;

/** Without `remaining_methods` the last method is gone and two-factor authentication is off. */
export const removedMethodSchema = z.object({ msg: serviceWords, remaining_methods: specified(z.int()) });

export type RemovedMethod = z.infer<typeof removedMethodSchema>;

export const updatedMethodSchema = z.object({ msg: serviceWords, method: specified(twoFactorMethodSchema) });

export type UpdatedMethod = z.infer<typeof updatedMethodSchema>;

/** Ten new codes, shown this once. Secret. */
export const backupCodesSchema = z.object({ msg: serviceWords, backup_codes: z.array(z.string()) });

export type BackupCodes = z.infer<typeof backupCodesSchema>;
