import { createHash } from 'node:crypto';
import type { Random } from '../random';
import { BACKUP_CODES } from '../choices';
import { twoFactorError } from './errors';
import type { TwoFactorState } from './state';

/** Without letters and digits that are easily mistaken for each other. */
const letters = Array.from('abcdefghjkmnpqrstuvwxyz23456789');

/** Replaces all backup codes with ten new ones. Returns them in plain text, only now. */
export function renewBackupCodes(state: TwoFactorState, random: Random): string[] {
  const codes = Array.from({ length: BACKUP_CODES }, () =>
    Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => random.pick(letters)).join('')).join('-'),
  );
  state.backupCodes = new Set(codes.map(hash));
  return codes;
}

/** Uses a backup code up. @throws ServiceError 401 `invalid_backup_code` when it is unknown or was used */
export function useBackupCode(state: TwoFactorState, code: string): void {
  if (!state.backupCodes.delete(hash(code.trim().toLowerCase()))) {
    throw twoFactorError('invalid_backup_code', 'The backup code is not valid or was used already.');
  }
}

function hash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
