import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isUnsupported } from '../../../../../src/api/errors';
import { failureOf } from '../../support/failures';
import { clientOf, json, type ScriptedServer, startScriptedServer } from '../../support/scriptedServer';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

describe('the SSH keys of an account', () => {
  it('are none where the service says so with a 404, of an account and of an instance', async () => {
    server.answer(json({ success: false, error: 'not_found', msg: 'No SSH keys found' }, 404));
    expect(await clientOf(server).sshKeys.list()).toEqual([]);
    expect(await clientOf(server).sshKeys.listOfInstance(1)).toEqual([]);
  });

  it('are unknown where the service has no such list', async () => {
    server.answer(json({ success: false, error: 'not_found', msg: 'Not found.' }, 404));
    expect(isUnsupported(await failureOf(clientOf(server).sshKeys.list()))).toBe(true);
  });

  it('are read by either name', async () => {
    server.answer(
      json([
        { id: 1, key: 'a' },
        { id: 2, public_key: 'b' },
        { id: 3, key: 'c', public_key: 'd' },
      ]),
    );
    const keys = await clientOf(server).sshKeys.list();
    expect(keys.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  it('are read from a text that holds JSON', async () => {
    server.answer(json({ success: true, ssh_keys: JSON.stringify([{ id: 1, public_key: 'a' }]) }));
    expect(await clientOf(server).sshKeys.listOfInstance(5)).toMatchObject([{ id: 1, key: 'a' }]);
  });
});

describe('a page of charges', () => {
  it('has its rows, how many there are in all, and where the next page begins', async () => {
    const row = {
      type: 'instance',
      source: 'instance-1',
      amount: '0.30',
      start: 1,
      end: 2,
      items: [{ type: 'gpu', amount: 0.3 }, 7],
    };
    server.answer(json({ results: [row, { day: 86_400 }], count: 2, total: 9, next_token: 'abc' }));
    const { charges, total, nextToken } = await clientOf(server).charges.list(
      {},
      { limit: 2, after: 'here' },
    );
    expect(charges).toMatchObject([{ amount: 0.3, items: [{ type: 'gpu', amount: 0.3 }] }, { day: 86_400 }]);
    expect([total, nextToken]).toEqual([9, 'abc']);
    expect(server.requests[0]?.url).toContain('after_token=here');
  });

  it('is the last one without a token, also in a list alone', async () => {
    server.answer(json({ results: [], next_token: null }), json([]));
    expect((await clientOf(server).charges.list({}, { limit: 2 })).nextToken).toBeUndefined();
    expect(await clientOf(server).charges.list({}, { limit: 2 })).toMatchObject({ charges: [] });
    expect(server.requests[0]?.url).not.toContain('after_token');
  });
});
