import { describe, expect, it } from 'vitest';
import { describeError } from '../../../src/api/describeError';
import { ApiError } from '../../../src/api/errors';
import { LocalError, type LocalCode } from '../../../src/api/localError';
import { sentenceFor } from '../../../src/api/answers/sentences';
import { twoFactorCodes } from '../../../src/api/answers/twoFactorCodes';

const facts = { host: 'service.example', twoFactor: true };

describe('describeError', () => {
  it('has a sentence of its own and something to do for each of the 32 two-factor codes', () => {
    const sentences = twoFactorCodes.map((code) => {
      const description = describeError(new ApiError(code, sentenceFor(code, facts), { status: 400 }));
      expect(description.actions, code).not.toHaveLength(0);
      expect(description.message, code).toMatch(/^\p{Lu}.*\.$/u);
      return description.message;
    });
    expect(new Set(sentences).size).toBe(32);
  });

  it('says until when a method is locked, on the person’s clock', () => {
    const at = new Date(2026, 10, 3, 14, 5, 30).getTime() / 1000;
    const message = sentenceFor('tfa_locked', { ...facts, lockedUntil: at });
    expect(message).toContain('locked until 14:05');
    const error = new ApiError('tfa_locked', message, { status: 429, lockedUntil: at });
    expect(describeError(error)).toMatchObject({ actions: ['wait', 'chooseOtherMethod'] });
  });

  it.each(['2fa_verification_failed', '2fa_login_failed'] as const)(
    'tells %s as the lock that it led to',
    (code) => {
      const lockedUntil = new Date(2026, 10, 3, 14, 5, 30).getTime() / 1000;
      const message = sentenceFor(code, { ...facts, lockedUntil });
      expect(message).toBe(sentenceFor('tfa_locked', { ...facts, lockedUntil }));
      const error = new ApiError(code, message, { status: 400, lockedUntil });
      expect(describeError(error)).toEqual({ message, actions: ['wait', 'chooseOtherMethod'] });
      const open = new ApiError(code, sentenceFor(code, facts), { status: 400 });
      expect(describeError(open).actions).toEqual(['enterAgain', 'sendCode']);
      expect(open.message).not.toContain('locked');
    },
  );

  it('takes the message of any other error', () => {
    expect(describeError(new Error('The folder is full.'))).toEqual({
      message: 'The folder is full.',
      actions: [],
    });
    expect(describeError('x').message).toBe('Something went wrong.');
  });

  it.each<[LocalCode, readonly string[]]>([
    ['not_signed_in', ['signIn']],
    ['offer_gone', ['searchAgain']],
    ['not_found', ['refresh']],
    ['may_pass', ['retry']],
    ['not_possible', []],
  ])('says what helps when we refuse by %s', (code, actions) => {
    const error = new LocalError(code, 'It has $(gear) no price.');
    expect(describeError(error)).toEqual({ message: 'It has $ (gear) no price.', actions });
  });

  it('leads from an offer that is gone to another search', () => {
    const error = new ApiError('no_such_ask', sentenceFor('no_such_ask', facts));
    expect(describeError(error)).toEqual({
      message: 'This offer is no longer available.',
      actions: ['searchAgain'],
    });
  });
});
