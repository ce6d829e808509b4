import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeError } from '../../../../src/api/describeError';
import { ApiError } from '../../../../src/api/errors';
import { createApiKey } from '../../../../src/commands/account/createApiKey';
import { createSubaccount } from '../../../../src/commands/account/createSubaccount';
import { resetApiKey } from '../../../../src/commands/account/resetApiKey';
import type { Call } from '../../../../src/commands/call';
import type { Services } from '../../../../src/prompts/services';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const lost = new ApiError('timeout', 'The service didn’t respond in time.', { sent: true });
const subaccount = { email: 'new@example.com', username: 'new', host_only: false, ssh_key: '' };

/** A service that loses the answers of what is asked of it. */
function setUp() {
  const sent: string[] = [];
  const losing = (what: string) => () => {
    sent.push(what);
    return Promise.reject(lost);
  };
  const apiKeys = {
    list: () => Promise.resolve([]),
    create: losing('create key'),
    reset: losing('reset key'),
  };
  const client = { users: { createSubaccount: losing('create account') }, apiKeys };
  const services = {
    accounts: {
      active: { id: 'a' },
      client,
      clientOf: () => client,
      clientWithoutSession: () => client,
    },
    features: { use: (_: string, one: () => Promise<unknown>) => one() },
    log: { debug: () => undefined, warn: () => undefined },
  } as unknown as Services;
  return { services, sent };
}

const call = (changes: Partial<Call>): Call => ({
  instanceIds: [],
  confirmed: true,
  interactive: false,
  arguments: {},
  ...changes,
});

describe('a lost answer', () => {
  it('to an account’s creation says that it may exist, and is never asked for twice', async () => {
    const { services, sent } = setUp();
    screen.press = 'Try Again';
    const given = { ...subaccount, password: 'correct horse' };
    const creating = createSubaccount(services, call({ interactive: true, arguments: given }));
    const error: unknown = await creating.catch((one: unknown) => one);
    expect(describeError(error).message).toContain('account new may have been created');
    expect(describeError(error).actions).not.toContain('retry');
    expect(sent).toEqual(['create account']);
    expect(screen.shown).toEqual([]);
  });

  it('to it hands over a password that was generated', async () => {
    const { services } = setUp();
    const creating = createSubaccount(services, call({ interactive: true, arguments: subaccount }));
    void eventually(() => expect(screen.picks).toHaveLength(1)).then(() =>
      screen.picks[0]!.choose(screen.picks[0]!.items[0]!),
    );
    await expect(creating).rejects.toMatchObject({ code: 'outcome_unknown' });
    await eventually(() => expect(screen.shown).not.toEqual([]));
    expect(screen.shown[0]).toMatchObject({ buttons: ['Copy Password'] });
    expect(screen.shown[0]?.message).toContain('account new may have been created');
  });

  it('sends no account to the service once another account is in use', async () => {
    const { services, sent } = setUp();
    const given = { ...subaccount, password: undefined };
    const creating = createSubaccount(services, call({ interactive: true, arguments: given }));
    await eventually(() => expect(screen.picks).toHaveLength(1));
    Object.assign(services.accounts, { active: { id: 'b' } });
    screen.picks[0]!.choose(screen.picks[0]!.items[0]!);
    await expect(creating).rejects.toThrow('is now in use. Nothing was done.');
    expect(sent).toEqual([]);
  });

  for (const [what, command, words] of [
    ['a key’s creation', createApiKey, 'the key may have been created'],
    ['a key’s reset', resetApiKey, 'the key may have been reset'],
  ] as const) {
    it(`to ${what} says that it may be done, and offers no retry`, async () => {
      const { services, sent } = setUp();
      const error: unknown = await command(services, call({})).catch((one: unknown) => one);
      expect(describeError(error).message).toContain(words);
      expect(describeError(error).actions).not.toContain('retry');
      expect(sent).toHaveLength(1);
    });
  }
});
