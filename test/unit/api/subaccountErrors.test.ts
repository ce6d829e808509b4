import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeError } from '../../../src/api/describeError';
import { createSandbox, type Sandbox } from '../../sandbox';
import { TestAccount } from './support/account';
import { failureOf } from './support/failures';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false, offers: 50 });
});
afterAll(() => sandbox.close());

/** The four ways in which the service refuses a subaccount (specification, Other errors). */
const refusals: [string, number, object, RegExp][] = [
  ['an address', 400, { error: 'invalid_email', msg: 'not allowed' }, /doesn’t accept this email address/],
  ['a name', 400, { error: 'user_exists', msg: 'exists' }, /already exists/],
  ['something else', 400, { success: false, error: 'odd', msg: 'Not possible now.' }, /Not possible now/],
  [
    'the pace',
    429,
    { detail: 'API requests too frequent endpoint threshold=3.0' },
    /Too many requests.*Wait a few seconds/,
  ],
];

it.each(refusals)(
  'a subaccount refused for %s is told in words that help',
  async (_what, status, body, sentence) => {
    const { client } = new TestAccount(sandbox);
    sandbox.control.failNext({ method: 'POST', path: '/users/', status, body });
    const password = 'a password of nobody';
    const failure = await failureOf(
      client.users.createSubaccount({ email: 'a@example.com', username: 'a', password, parent_id: 'me' }),
    );
    expect(describeError(failure).message).toMatch(sentence);
    expect(JSON.stringify(failure)).not.toContain(password);
  },
);
