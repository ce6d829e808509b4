import * as l10n from '@vscode/l10n';
import { plainText } from '../api/plainText';
import { lockEnd } from '../domain/lockTime';
import { methodTable } from './methods';
import {
  type Known,
  type Method,
  type Purpose,
  type MethodKind,
  methodKinds,
  storedKind,
  type VerificationOption,
} from './state';

/**
 * The options to verify a purpose with this account, primary method first. Without a method, only email can authorize
 * the first one (specification, authorize-new-method).
 *
 * @param lost the method that the person no longer has
 */
export function optionsFor(
  known: Known,
  purpose: Purpose['kind'],
  now: number,
  lost?: number,
): VerificationOption[] {
  const setUp = known.status.methods
    .filter(({ id }) => id !== lost)
    .toSorted((a, b) => Number(b.is_primary ?? false) - Number(a.is_primary ?? false))
    .flatMap((method) => setUpOption(method, now));
  const standing = methodKinds.flatMap((kind) => standingOption(kind, known, purpose));
  const options = [...setUp, ...standing];
  // A backup code replaces the lost method.
  return lost === undefined
    ? options
    : options.toSorted((a, b) => Number(b.kind === 'backup') - Number(a.kind === 'backup'));
}

function setUpOption(method: Method, now: number): VerificationOption[] {
  const kind = storedKind(method);
  if (!kind) return [];
  return [
    {
      id: `method-${method.id}`,
      kind,
      methodId: method.id,
      label: [nameOf(method), plainText(method.phone_number ?? '', 30)].filter(Boolean).join(' · '),
      lockedUntil: lockEnd(method.locked_until, now),
    },
  ];
}

function standingOption(kind: MethodKind, known: Known, purpose: Purpose['kind']): VerificationOption[] {
  const label = methodTable[kind].standing?.(known, purpose);
  return label === undefined ? [] : [{ id: kind, kind, label }];
}

/** All possible options, for a key that may not read the account's methods. */
export function anyOptions(): VerificationOption[] {
  return methodKinds.map((kind) => ({ id: kind, kind, label: methodTable[kind].name() }));
}

/** A method's label, or its kind. */
export function nameOf(method: Method): string {
  return plainText(method.label ?? '', 60) || kindName(storedKind(method));
}

/** @param kind undefined for a method that this version doesn't support */
export function kindName(kind: MethodKind | undefined): string {
  return kind ? methodTable[kind].name() : l10n.t('Other');
}

/** The suggested option: the first that isn't locked. */
export function proposedOption(options: readonly VerificationOption[]): VerificationOption | undefined {
  return options.find(({ lockedUntil }) => lockedUntil === undefined) ?? options[0];
}
