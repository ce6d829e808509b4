import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/api/cancelled';
import { ApiError, isNotFound, isOfferGone, isOutcomeUnknown, lostAs } from '../../../src/api/errors';
import { LocalError } from '../../../src/api/localError';

describe('whether a change was carried out', () => {
  it.each([
    ['what we refused ourselves', new LocalError('invalid_input', 'No.'), false],
    ['a clear refusal', new ApiError('invalid_price', 'No.', { status: 400 }), false],
    ['a lost answer', new ApiError('offline', 'No.', { sent: true }), true],
    ['a connection that never stood', new ApiError('offline', 'No.', { sent: false }), false],
    ['what was cancelled before it was sent', new CancelledError(), false],
    ['what was cancelled on its way', new CancelledError({ sent: true }), true],
    ['an error of another kind', new Error('No.'), true],
  ])('after %s', (_what, error, isUnknown) => expect(isOutcomeUnknown(error)).toBe(isUnknown));
});

it('has its own words for a lost answer alone', () => {
  const [refused, lost] = [new ApiError('refused', 'No.', { status: 400 }), new Error('No.')];
  expect(lostAs(refused, 'Look first.')).toBe(refused);
  expect(lostAs(lost, 'Look first.')).toMatchObject({
    code: 'outcome_unknown',
    message: 'Look first.',
    cause: lost,
  });
});

it('an offer is gone, whoever found out', () => {
  expect(isOfferGone(new LocalError('offer_gone', 'Gone.'))).toBe(true);
  expect(isOfferGone(new ApiError('no_such_ask', 'Gone.', { status: 404 }))).toBe(true);
  expect(isOfferGone(new LocalError('not_found', 'Gone.'))).toBe(false);
});

it('a template is not found, whoever found out', () => {
  expect(isNotFound(new LocalError('not_found', 'Gone.'))).toBe(true);
  expect(isNotFound(new ApiError('not_found', 'Gone.', { status: 404 }))).toBe(true);
  expect(isNotFound(new Error('Gone.'))).toBe(false);
});

it('other words keep what the service said', () => {
  const cause = new Error('reset');
  const error = new ApiError('tfa_locked', 'Locked.', { status: 429, lockedUntil: 5, failCount: 3, cause });
  const { code, status, lockedUntil, failCount, sent, message } = error.reworded('Wait.', { sent: false });
  expect({ code, status, lockedUntil, failCount, sent, message }).toEqual({
    code: 'tfa_locked',
    status: 429,
    lockedUntil: 5,
    failCount: 3,
    sent: false,
    message: 'Wait.',
  });
});
