import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import { lockEnd } from '../../domain/lockTime';
import { maskEmail } from '../../domain/twoFactorInput';
import { type Known, type Method, type Purpose, storedKind, type Way } from './state';

/**
 * The ways in which this account can prove a purpose, the primary method first. Without a method only e-mail
 * authorizes the first one (specification, authorize-new-method).
 *
 * @param lost the method that the person no longer has
 */
export function waysFor(known: Known, purpose: Purpose['kind'], now: number, lost?: number): Way[] {
  const { status } = known;
  const methods = status.methods
    .filter(({ id }) => id !== lost)
    .toSorted((a, b) => Number(b.is_primary ?? false) - Number(a.is_primary ?? false))
    .flatMap((method) => wayOf(method, now));
  const isLegacy = status.methods.length === 0 && status.tfa_enabled;
  const onFile: Way[] =
    isLegacy && purpose !== 'add'
      ? [{ id: 'sms', kind: 'sms', label: l10n.t('Text message to the number on file') }]
      : [];
  const backup: Way[] =
    (status.backup_codes_remaining ?? 0) > 0
      ? [{ id: 'backup', kind: 'backup', label: backupLabel(status.backup_codes_remaining ?? 0) }]
      : [];
  const rest = [...methods, ...onFile, emailWay(known)];
  return lost === undefined ? [...rest, ...backup] : [...backup, ...rest];
}

function wayOf(method: Method, now: number): Way[] {
  const kind = storedKind(method);
  if (!kind) return [];
  return [
    {
      id: `method-${method.id}`,
      kind,
      methodId: method.id,
      label: [nameOf(method), method.phone_number ?? ''].filter(Boolean).join(' · '),
      lockedUntil: lockEnd(method.locked_until, now),
    },
  ];
}

/** A method's label, or what it is. */
export function nameOf(method: Method): string {
  const label = plainText(method.label ?? '', 60);
  if (label) return label;
  return storedKind(method) === 'sms' ? l10n.t('Text message') : l10n.t('Authenticator app');
}

function emailWay({ user }: Known): Way {
  const label = user?.email
    ? l10n.t('Email to {0}', maskEmail(plainText(user.email, 80)))
    : l10n.t('Email to the account’s address');
  return { id: 'email', kind: 'email', label };
}

function backupLabel(left: number): string {
  return left === 1 ? l10n.t('Backup code (1 left)') : l10n.t('Backup code ({0} left)', left);
}

/** The way that is proposed: the first that is not locked. */
export function proposedWay(ways: readonly Way[]): Way | undefined {
  return ways.find(({ lockedUntil }) => lockedUntil === undefined) ?? ways[0];
}
