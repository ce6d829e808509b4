import { describe, expect, it } from 'vitest';
import { connectControl } from '../../sandbox';
import { list, member, rent, startService } from './support/service';

const current = '/api/v0/users/current/';

describe('the service tolerates', () => {
  it('a missing slash at the end, unknown query parameters and a body on DELETE', async () => {
    const service = await startService();
    const id = await rent(service);
    expect((await service.call('GET', '/api/v0/users/current?x=1&api_key=zzz')).status).toBe(200);
    expect((await service.call('GET', `/api/v0/instances/${id}?owner=me`)).status).toBe(200);
    expect(
      (await service.call('DELETE', `/api/v0/instances/${id}`, { body: { unknown: null } })).status,
    ).toBe(200);
  });

  it('an empty body and one of another content type', async () => {
    const service = await startService();
    const authorization = `Bearer ${service.apiKey}`;
    for (const type of ['application/json', 'text/plain', 'foo', '']) {
      for (const [path, body] of [
        ['bundles/', ''],
        ['bundles/', '{"limit":1}'],
        ['tfa/email/', '{}'],
      ]) {
        const response = await fetch(`${service.url}/api/v0/${path}`, {
          method: 'POST',
          headers: { 'content-type': type, authorization },
          body: body ?? '',
        });
        expect(response.status, `${path} as ${type}`).toBe(200);
      }
    }
  });
});

it('a browser gets a page where the service has its web console, a program never does', async () => {
  const { url } = await startService();
  const page = await fetch(`${url}/billing/`, { headers: { accept: 'text/html,*/*' } });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('This is the sandbox');
  for (const [path, accept] of [
    ['/api/v0/nothing/', 'text/html'],
    ['/', '*/*'],
  ] as const) {
    const answer = await fetch(url + path, { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json']);
  }
});

/** JSON of so many lists within each other. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('JSON nested too deeply', () => {
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it.each([
    ['lists, one too many', '/api/v0/tfa/', nested(101), 'bad_request'],
    ['thousands of lists', '/api/v0/tfa/', nested(4_500), 'bad_request'],
    ['as many lists as a body holds', '/api/v0/bundles/', nested(2 ** 19), 'invalid_args'],
    ['objects, one too many', '/api/v0/bundles/', objects(101), 'invalid_args'],
    ['lists for the control', '/_sandbox/now', nested(4_500), 'invalid_args'],
  ])('is refused as no valid JSON, and the service goes on: %s', async (_what, path, body, error) => {
    const service = await startService();
    expect(await service.call('POST', path, { body, key: null })).toMatchObject({
      status: 400,
      body: { error, msg: 'The body is not valid JSON.' },
    });
    expect((await service.call('GET', current)).status).toBe(200);
  });

  it('is refused in a query, too', async () => {
    const service = await startService();
    for (const filters of [nested(2_000), objects(101), `{"name":{"in":${nested(99)}}}`]) {
      const path = `/api/v0/template/?select_filters=${encodeURIComponent(filters)}`;
      expect(await service.call('GET', path)).toMatchObject({
        status: 400,
        body: { error: 'invalid_args', msg: expect.stringContaining('select_filters') as string },
      });
    }
  });

  it('begins beyond 100 levels', async () => {
    const service = await startService();
    const body = `{"unknown":${nested(99)}}`;
    expect((await service.call('POST', '/api/v0/bundles/', { body })).status).toBe(200);
    expect(service.control.requests().at(-1)?.body).toEqual(JSON.parse(body));
  });
});

describe('every answer', () => {
  it.each([
    ['GET', current, undefined, 200],
    ['GET', '/nowhere', undefined, 404],
    ['POST', '/api/v0/bundles/', '{', 400],
    ['POST', '/api/v0/tfa/', '{', 400],
    ['POST', '/api/v0/bundles/', 'x'.repeat(2 ** 20 + 1), 413],
    ['GET', '/api/v0/instances/%E0%A4%A/', undefined, 400],
  ])('%s %s is JSON of exactly that type, without a stack', async (method, path, body, status) => {
    const service = await startService();
    const answer = await service.call(method, path, body === undefined ? {} : { body });
    expect(answer).toMatchObject({ status, contentType: 'application/json' });
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|at [A-Za-z]+ \(/);
  });
});

describe('an address or body that no endpoint gets to see', () => {
  const long = '7'.repeat(600);
  const large = 'x'.repeat(2 ** 20 + 1);
  const invalid = { success: false, error: 'invalid_args' };
  const unknown = { success: false, error: 'not_found' };

  it.each([
    ['an id that is badly written', 'GET', '/api/v0/instances/%zz/', undefined, 400, invalid],
    ['a path that is badly written', 'GET', '/api/v0/nowhere/%zz', undefined, 400, invalid],
    ['a two-factor path', 'POST', '/api/v0/tfa/%zz', undefined, 400, { error: 'bad_request' }],
    ['an id longer than any', 'GET', `/api/v0/instances/${long}/`, undefined, 404, unknown],
    ['an id longer than any key has', 'DELETE', `/api/v0/auth/apikeys/${long}`, undefined, 404, unknown],
    ['a body too large', 'POST', '/api/v0/bundles/', large, 413, invalid],
    ['a two-factor body too large', 'POST', '/api/v0/tfa/email/', large, 413, { error: 'bad_request' }],
  ])('is refused in the service’s own shape, which repeats nothing of it: %s', async (...row) => {
    const [, method, path, body, status, shape] = row;
    const service = await startService();
    const answer = await service.call(method, path, body === undefined ? {} : { body });
    expect(answer).toMatchObject({ status, contentType: 'application/json' });
    expect(answer.body).toEqual({ ...shape, msg: expect.any(String) as string });
    expect(JSON.stringify(answer.body)).not.toMatch(/zz|777|xxx|FST/);
  });
});

describe('requests made to fail', () => {
  it('get the status and body asked for, as often as asked, and only where they fit', async () => {
    const service = await startService();
    service.control.failNext({
      count: 2,
      method: 'get',
      path: 'users',
      status: 429,
      body: 'API requests too frequent',
      contentType: 'text/plain',
    });
    expect((await service.call('GET', '/api/v0/template/')).status).toBe(200);
    for (let count = 0; count < 2; count += 1) {
      expect(await service.call('GET', current)).toMatchObject({
        status: 429,
        body: 'API requests too frequent',
      });
    }
    expect((await service.call('GET', current)).status).toBe(200);
  });

  it('answer 500 unless told otherwise, and HTML when told so', async () => {
    const service = await startService();
    service.control.failNext();
    expect((await service.call('GET', current)).status).toBe(500);
    service.control.failNext({ body: '<html>portal</html>', contentType: 'text/html' });
    expect(await service.call('GET', current)).toMatchObject({ status: 200, contentType: 'text/html' });
  });

  it('break off in the middle, or are reset, after or instead of being carried out', async () => {
    const service = await startService();
    const [offer, other] = service.control.freeOffers();
    const create = (id: number | undefined) =>
      service.call('PUT', `/api/v0/asks/${id}/`, { body: { image: 'a' } });
    service.control.failNext({ truncate: true });
    await expect(create(offer)).rejects.toThrow();
    service.control.failNext({ reset: true });
    await expect(create(offer)).rejects.toThrow();
    expect(service.control.instanceIds()).toHaveLength(0);
    service.control.failNext({ truncate: true, carryOut: true });
    await expect(create(offer)).rejects.toThrow();
    expect(service.control.instanceIds()).toHaveLength(1);
    service.control.failNext({ reset: true, carryOut: true });
    await expect(create(other)).rejects.toThrow();
    expect(service.control.instanceIds()).toHaveLength(2);
  });

  it('come late when delayed', async () => {
    const service = await startService();
    service.control.failNext({ delayMs: 80 });
    const begun = performance.now();
    expect((await service.call('GET', current)).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(70);
  });

  it('come at once when the rules are cleared', async () => {
    const service = await startService();
    service.control.failNext({ delayMs: 600_000 });
    const calls = [service.call('GET', current), service.call('GET', current)];
    // The one that came first waits; it has come once the other one is answered.
    await Promise.race(calls);
    service.control.clearFailures();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('the list of requests seen', () => {
  it('shows what was asked, without secrets', async () => {
    const service = await startService();
    service.control.clearRequests();
    const offer = service.control.freeOffers()[0]!;
    await service.call('PUT', `/api/v0/asks/${offer}/?a=b`, {
      body: { image: 'a', env: { TOKEN: 'hush' }, image_login: '-u a -p hush c' },
    });
    const [seen] = service.control.requests();
    expect(seen).toMatchObject({
      method: 'PUT',
      path: `/api/v0/asks/${offer}/`,
      query: { a: 'b' },
      status: 200,
      body: { image: 'a' },
    });
    expect(JSON.stringify(seen)).not.toContain('hush');
    expect(JSON.stringify(seen)).not.toContain(service.apiKey);
  });
});

describe('calls that follow each other too quickly', () => {
  it('are refused by the clock of the sandbox, while it keeps the known spacing', async () => {
    const service = await startService({ spacing: true });
    const search = () => service.call('POST', '/api/v0/bundles/', { body: {} });
    expect((await search()).status).toBe(200);
    expect(await search()).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining('threshold=6.0') as string },
    });
    await service.control.advance(6);
    expect((await search()).status).toBe(200);
    await service.call('GET', '/api/v1/instances/');
    expect(await service.call('GET', '/api/v1/instances/')).toMatchObject({
      status: 429,
      contentType: expect.stringContaining('text/plain') as string,
    });
    expect(
      (await service.call('GET', '/api/v1/instances/', { key: service.control.createKey().apiKey })).status,
    ).toBe(200);
  });
});

describe('the control over HTTP', () => {
  it('does what the control does, from another process', async () => {
    const service = await startService();
    const control = connectControl(service.url);
    const id = await rent(service);
    await control.advance(60);
    expect((await control.instance(id)).actual_status).toBe('running');
    await control.failNext({ status: 503, body: {} });
    expect((await service.call('GET', current)).status).toBe(503);
    expect((await control.requests()).at(-1)).toMatchObject({ path: current, status: 503 });
    await expect(control.instance(1)).rejects.toThrow('no instance 1');
    expect(member(await service.call('GET', '/_sandbox/outbox'), 'result')).toEqual([]);
    expect(
      list(await service.call('GET', '/_sandbox/requests'), 'result').some((one) =>
        String(one.path).startsWith('/_sandbox'),
      ),
    ).toBe(false);
    expect((await service.call('POST', '/_sandbox/constructor')).status).toBe(404);
  });

  it('is refused to web pages and under other host names', async () => {
    const service = await startService();
    const status = async (headers: Record<string, string>) =>
      (
        await service.app.inject({
          method: 'GET',
          url: '/_sandbox/now',
          headers: { host: '127.0.0.1', ...headers },
        })
      ).statusCode;
    expect(await status({})).toBe(200);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ origin: 'http://evil.example' })).toBe(403);
  });
});
