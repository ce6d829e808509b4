import * as z from 'zod/mini';
import { MAX_METHOD_LABEL } from '../choices';
import { optional, parseBody } from '../http/body';
import { badRequest } from './errors';

/** The body fields of the two-factor calls (specification, Shared body fields of verification calls). */
export const phoneNumber = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'must be an E.164 number'));
export const code = z.string().check(z.regex(/^\d{6}$/, 'must have 6 digits'));
export const anyMethod = z.enum(['sms', 'totp', 'email']);
export const methodId = z.int().check(z.positive());
export const label = z.string().check(z.maxLength(MAX_METHOD_LABEL));

/** What a call gives as proof of a second factor. */
export const proof = {
  tfa_method: optional(anyMethod),
  code: optional(code),
  secret: optional(z.string()),
  tfa_method_id: optional(methodId),
  backup_code: optional(z.string()),
};

export const proofBody = z.object(proof);
export type Proof = z.output<typeof proofBody>;

/** @throws ServiceError 400 `bad_request` */
export function parseTwoFactorBody<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  return parseBody(schema, body, badRequest);
}
