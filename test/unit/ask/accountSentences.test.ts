import { describe, expect, it } from 'vitest';
import { accountWhereSeveral, sentenceAbout } from '../../../src/ask/accountSentences';

const first = { id: '1', baseUrl: 'https://console.vast.ai', userId: 1, email: 'first@example.com' };
const second = { id: '2', baseUrl: 'http://127.0.0.1:8080/x', userId: 2 };

describe('an account in a form, a question or a notification', () => {
  it('is named, with its service, where several are signed in', () => {
    const accounts = { accounts: [first, second] };
    expect(accountWhereSeveral(accounts, first)).toBe('first@example.com on console.vast.ai');
    expect(accountWhereSeveral(accounts, second)).toBe('2 on 127.0.0.1:8080');
    expect(sentenceAbout(accounts, first, 'It runs.')).toBe('first@example.com: It runs.');
  });

  it('goes without saying when it is the only one', () => {
    const accounts = { accounts: [first] };
    expect(accountWhereSeveral(accounts, first)).toBeUndefined();
    expect(sentenceAbout(accounts, first, 'It runs.')).toBe('It runs.');
  });
});
