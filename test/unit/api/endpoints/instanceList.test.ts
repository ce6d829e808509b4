import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../support/failures';
import {
  clientOf,
  json,
  startScriptedServer,
  type Answer,
  type ScriptedServer,
} from '../support/scriptedServer';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const moved = json({ success: false, error: 'deprecated_endpoint', msg: 'use v1' }, 410);
const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }));

/** A service whose list has moved; each page by the token that asks for it. */
function serveMovedList(pages: Record<string, Answer>): void {
  server.answer((request, response) => {
    const url = new URL(request.url, server.url);
    const page = pages[url.searchParams.get('after_token') ?? ''] ?? json({}, 400);
    const answer = url.pathname === '/api/v0/instances/' ? moved : page;
    answer(request, response);
  });
}

describe('the list of instances', () => {
  it('is taken where the specification has it', async () => {
    server.answer(json({ instances_found: 2, instances: ids(1, 2) }));
    expect(await clientOf(server).instances.list()).toMatchObject(ids(1, 2));
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/v0/instances/']);
  });

  it('may be empty', async () => {
    server.answer(json({ instances_found: 0, instances: [] }));
    expect(await clientOf(server).instances.list()).toEqual([]);
  });

  it('follows the service to its successor, all pages of it, and remembers', async () => {
    serveMovedList({
      '': json({ instances: ids(1, 25), total_instances: 52, next_token: 't/1+=' }),
      't/1+=': json({ instances: ids(26, 25), next_token: 't2' }),
      t2: json({ instances: ids(51, 2), next_token: null }),
    });
    const client = clientOf(server);
    expect(await client.instances.list()).toMatchObject(ids(1, 52));
    expect(server.requests[1]!.url).toBe('/api/v1/instances/?limit=25');
    server.requests.length = 0;
    expect(await client.instances.list()).toHaveLength(52);
    expect(server.requests).toHaveLength(3);
    expect(server.requests.every(({ url }) => url.startsWith('/api/v1/'))).toBe(true);
  });

  it('moves for the list only', async () => {
    serveMovedList({ '': json({ instances: [] }) });
    const client = clientOf(server);
    await client.instances.list();
    server.answer(json({ instances: { id: 4 } }));
    await client.instances.get(4);
    expect(server.requests.at(-1)!.url).toBe('/api/v0/instances/4/');
  });

  it('names an instance once that moved between two pages', async () => {
    serveMovedList({
      '': json({ instances: ids(1, 3), next_token: 'a' }),
      a: json({ instances: [{ id: 3, label: 'newer' }, { id: 4 }] }),
    });
    expect(await clientOf(server).instances.list()).toMatchObject([
      { id: 1 },
      { id: 2 },
      { id: 3, label: 'newer' },
      { id: 4 },
    ]);
  });

  it('fails whole when a page fails', async () => {
    serveMovedList({ '': json({ instances: ids(1, 25), next_token: 'a' }), a: json({}, 500) });
    expect((await failureOf(clientOf(server).instances.list())).code).toBe('server_error');
  });

  it('fails when its tokens go round in a circle', async () => {
    serveMovedList({
      '': json({ instances: ids(1, 2), next_token: 'a' }),
      a: json({ instances: ids(3, 2), next_token: 'b' }),
      b: json({ instances: ids(5, 2), next_token: 'a' }),
    });
    expect((await failureOf(clientOf(server).instances.list())).code).toBe('invalid_response');
    expect(server.requests).toHaveLength(4);
  });

  it('fails, with its reason, when it never ends or grows beyond all measure', async () => {
    const endless = (rows: number, padding = '') => {
      let page = 0;
      server.requests.length = 0;
      server.answer((request, response) => {
        page += 1;
        const instances = ids(page * rows, rows).map((row) => ({ ...row, status_msg: padding }));
        const isOld = new URL(request.url, server.url).pathname === '/api/v0/instances/';
        const answer = isOld ? moved : json({ instances, next_token: `t${page}` });
        answer(request, response);
      });
    };
    endless(2000);
    const tooMany = await failureOf(clientOf(server).instances.list());
    expect(tooMany).toMatchObject({ code: 'invalid_response' });
    expect(tooMany.message).toMatch(/more than 10,?000 rows/);
    expect(server.requests.length).toBeLessThan(10);
    endless(0);
    expect((await failureOf(clientOf(server).instances.list())).message).toMatch(/doesn’t end/);
    expect(server.requests.length).toBeLessThan(500);
    endless(2, 'x'.repeat(100_000));
    const tooLarge = await failureOf(clientOf(server, { maxBytes: 1_000_000 }).instances.list());
    expect(tooLarge).toMatchObject({ code: 'invalid_response' });
    expect(tooLarge.message).toMatch(/too large/);
    expect(server.requests.length).toBeLessThan(10);
  });

  it.each([
    ['by its total', { total_instances: 5, instances_found: 5 }],
    ['by its total, whatever was found', { total_instances: 5, instances_found: 2 }],
    ['by what was found', { instances_found: 5 }],
    ['by what was found, the total being null', { instances_found: 5, total_instances: null }],
  ])('fails when its last page has more %s than there came', async (_how, counts) => {
    for (const instances of [[], ids(1, 4)]) {
      serveMovedList({ '': json({ ...counts, instances, next_token: null }) });
      expect((await failureOf(clientOf(server).instances.list())).code).toBe('invalid_response');
    }
    serveMovedList({
      '': json({ ...counts, instances: ids(1, 2), next_token: 'a' }),
      a: json({ ...counts, instances: ids(3, 2), next_token: null }),
    });
    expect((await failureOf(clientOf(server).instances.list())).code).toBe('invalid_response');
  });

  it.each([
    ['of the page', [{ instances_found: 25 }, { instances_found: 5 }]],
    ['of the whole list', [{ instances_found: 30 }, { instances_found: 30 }]],
    ['that grew while it was read', [{ total_instances: 29 }, { total_instances: 30 }]],
    ['that shrank while it was read', [{ total_instances: 31 }, { total_instances: 30 }]],
    ['missing or null', [{ instances_found: null }, {}]],
    ['no numbers', [{ instances_found: 'many' }, { total_instances: {}, instances_found: [] }]],
  ])('is whole with counts %s', async (_what, [first, last]) => {
    serveMovedList({
      '': json({ ...first, instances: ids(1, 25), next_token: 'a' }),
      a: json({ ...last, instances: ids(26, 5), next_token: null }),
    });
    expect(await clientOf(server).instances.list()).toHaveLength(30);
  });

  it('asks the old place again while the new one has not answered', async () => {
    serveMovedList({ '': json({}, 404) });
    const client = clientOf(server);
    await failureOf(client.instances.list());
    server.answer(json({ instances: [] }));
    expect(await client.instances.list()).toEqual([]);
  });

  it.each([
    ['an answer without a list', {}],
    ['a list of another type', { instances: {} }],
    ['a list of nothing although some were found', { instances_found: 3, instances: [] }],
    ['no list at all', { instances: null }],
    ['an entry without id', { instances: [{ label: 'a' }] }],
    ['a refusal under status 200', { success: false, msg: 'try later' }],
  ])('never reads %s as "no instances"', async (_what, body) => {
    server.answer(json(body));
    await failureOf(clientOf(server).instances.list());
  });
});

describe('one instance', () => {
  it.each([[{ instances: null }], [{ instances: [] }], [[]]])(
    'that the service does not know is not found, also when it answers %j',
    async (body) => {
      server.answer(json(body));
      expect((await failureOf(clientOf(server).instances.get(9))).code).toBe('not_found');
    },
  );

  it('is not gone because an answer lacks it', async () => {
    server.answer(json({}));
    expect((await failureOf(clientOf(server).instances.get(9))).code).toBe('invalid_response');
  });

  it('that the service does not know is not found, also with a code of another name', async () => {
    server.answer(json({ success: false, error: 'invalid_args', msg: 'no such instance' }, 404));
    expect((await failureOf(clientOf(server).instances.get(9))).status).toBe(404);
  });
});

describe('a list that is asked for again', () => {
  it('is the very same array while the service says the same, whole or in pages', async () => {
    server.answer(json({ instances: ids(1, 2) }));
    const client = clientOf(server);
    const first = await client.instances.list();
    expect(await client.instances.list()).toBe(first);
    serveMovedList({
      '': json({ instances: ids(1, 2), next_token: 'a' }),
      a: json({ instances: ids(3, 2) }),
    });
    const paged = await client.instances.list();
    expect(paged).toMatchObject(ids(1, 4));
    expect(await client.instances.list()).toBe(paged);
  });

  it('is read anew as soon as anything in it has changed', async () => {
    server.answer(json({ instances: [{ id: 1, actual_status: 'loading' }] }));
    const client = clientOf(server);
    await client.instances.list();
    server.answer(json({ instances: [{ id: 1, actual_status: 'running' }] }));
    expect(await client.instances.list()).toMatchObject([{ actual_status: 'running' }]);
    serveMovedList({
      '': json({ instances: ids(1, 1), next_token: 'a' }),
      a: json({ instances: ids(2, 1) }),
    });
    await client.instances.list();
    serveMovedList({
      '': json({ instances: ids(1, 1), next_token: 'a' }),
      a: json({ instances: [{ id: 2, label: 'newer' }] }),
    });
    expect(await client.instances.list()).toMatchObject([{ id: 1 }, { id: 2, label: 'newer' }]);
  });

  it('fails when the service refuses, and when it refuses with the words of the list before', async () => {
    const body = { instances: ids(1, 2) };
    server.answer(json(body));
    const client = clientOf(server);
    const first = await client.instances.list();
    server.answer(json(body, 403));
    expect(await failureOf(client.instances.list())).toMatchObject({ code: 'forbidden' });
    server.answer(json({ success: false, error: 'auth_error' }));
    expect(await failureOf(client.instances.list())).toMatchObject({ code: 'unauthorized' });
    server.answer(json(body));
    expect(await client.instances.list()).toBe(first);
  });
});
