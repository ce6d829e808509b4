import * as z from 'zod/mini';
import { type LoginRequest, verificationMethods } from '../../api/endpoints/account/twoFactorRequests';
import { type Call, read } from '../call';

const proofArguments = z.object({
  code: z.optional(z.string()),
  backupCode: z.optional(z.string()),
  method: z.optional(z.enum(verificationMethods)),
  methodId: z.optional(z.int()),
  secret: z.optional(z.string()),
  admin: z.optional(z.boolean()),
});

/** A program's arguments in the specification's terms; undefined if the person has to verify. */
export function readProof({ arguments: object }: Call): LoginRequest | undefined {
  const { code, backupCode, method, methodId, secret, admin } = read(
    { proof: object },
    'proof',
    proofArguments,
  );
  if (code === undefined && backupCode === undefined) return undefined;
  return {
    backup_code: backupCode,
    code,
    tfa_method: code === undefined ? undefined : (method ?? 'totp'),
    tfa_method_id: methodId,
    secret,
    admin,
  };
}
