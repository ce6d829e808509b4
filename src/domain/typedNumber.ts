import * as l10n from '@vscode/l10n';
import { bidRangeProblem, roundUpBid } from './instances/bid';

/** Reads a positive number that a person typed, or says what is wrong. A decimal comma counts as a point. */
export function positiveNumber(text: string): { value?: number; problem?: string | undefined } {
  const value = Number(text.trim().replace(',', '.').replace(/^\$/, ''));
  if (text.trim() === '' || !Number.isFinite(value)) return { problem: l10n.t('Enter a number.') };
  return value > 0 ? { value } : { problem: l10n.t('Enter a number greater than 0.') };
}

/** Reads a bid in dollars per hour that a person typed, rounded up to the digits shown, or says what is wrong. */
export function bidNumber(text: string): { value?: number; problem?: string | undefined } {
  const { value, problem } = positiveNumber(text);
  if (value === undefined) return { problem };
  const bid = roundUpBid(value);
  const wrong = bidRangeProblem(bid);
  return wrong === undefined ? { value: bid } : { problem: wrong };
}
