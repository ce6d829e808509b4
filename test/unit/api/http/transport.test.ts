import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import fetch from 'node-fetch';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { isOutcomeUnknown } from '../../../../src/api/errors';
import { type Fetch, lazyFetch } from '../../../../src/api/http/nodeFetch';
import { failureOf } from '../support/failures';
import {
  clientOf,
  json,
  redirect,
  reset,
  silence,
  slowBody,
  startScriptedServer,
  testKey,
  text,
  truncated,
  truncatedChunks,
  type ScriptedServer,
} from '../support/scriptedServer';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.close());

const user = { id: 7, email: 'someone@example.com' };

describe('a call', () => {
  it('carries the key as bearer token and asks for JSON', async () => {
    server.answer(json(user));
    expect(await clientOf(server).users.current()).toMatchObject(user);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'GET', url: '/api/v0/users/current/' });
    expect(request!.headers).toMatchObject({
      authorization: `Bearer ${testKey}`,
      accept: 'application/json',
    });
    expect(request!.headers).not.toHaveProperty('content-type');
  });

  it('sends a body as JSON', async () => {
    server.answer(json({ offers: [] }));
    await clientOf(server).offers.search({
      filters: { num_gpus: { gte: 2 } },
      order: [['dph_total', 'asc']],
      limit: 5,
    });
    const [request] = server.requests;
    expect(request!.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request!.body)).toEqual({
      num_gpus: { gte: 2 },
      order: [['dph_total', 'asc']],
      limit: 5,
    });
  });

  it('keeps a path below the base URL', async () => {
    server.answer(json(user));
    await clientOf({ url: `${server.url}/behind/a/proxy/` }).users.current();
    expect(server.requests[0]!.url).toBe('/behind/a/proxy/api/v0/users/current/');
  });

  it('reads a compressed answer', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(user)));
    });
    expect(await clientOf(server).users.current()).toMatchObject(user);
  });

  it('refuses a redirect and sends the key nowhere else', async () => {
    const elsewhere = await startScriptedServer();
    for (const status of [301, 302, 303, 307, 308]) {
      server.answer(redirect(`${elsewhere.url}/api/v0/users/current/`, status));
      const error = await failureOf(clientOf(server).users.current());
      expect(error).toMatchObject({ code: 'redirected', status });
    }
    expect(elsewhere.requests).toHaveLength(0);
    expect(server.requests).toHaveLength(5);
    await elsewhere.close();
  });

  it('refuses a key that no header can carry, before anything is sent', async () => {
    for (const apiKey of ['two\nlines', '', 'ключ', 'with space']) {
      const error = await failureOf(clientOf(server, { apiKey }).users.current());
      expect(error.code).toBe('unauthorized');
      expect(isOutcomeUnknown(error)).toBe(false);
    }
    expect(server.requests).toHaveLength(0);
  });
});

describe('a connection that fails', () => {
  it.each([
    ['resets', reset()],
    ['ends before its announced length', truncated('{"id": 7, ')],
    ['ends before its last chunk', truncatedChunks('{"id": 7, "email": "x')],
  ])('is offline when it %s, after three attempts', async (_what, answer) => {
    server.answer(answer);
    const error = await failureOf(clientOf(server).users.current());
    expect(error).toMatchObject({ code: 'offline', sent: true });
    expect(error.message).toContain(new URL(server.url).host);
    expect(server.requests).toHaveLength(3);
  });

  it('is offline when nobody listens, and nothing was sent', async () => {
    const error = await failureOf(clientOf({ url: 'http://127.0.0.1:1' }).instances.destroy(1));
    expect(error).toMatchObject({ code: 'offline', sent: false });
    expect(isOutcomeUnknown(error)).toBe(false);
  });

  it('was not sent when no address of a name listens', async () => {
    const error = await failureOf(clientOf({ url: 'http://localhost:1' }).instances.destroy(1));
    expect(error).toMatchObject({ code: 'offline', sent: false });
  });

  it('was not sent when the name leads nowhere', async () => {
    const error = await failureOf(clientOf({ url: 'https://nowhere.invalid' }).instances.destroy(1));
    expect(error).toMatchObject({ code: 'offline', sent: false });
  });

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ECONNRESET', 'ETIMEDOUT'])(
    'leaves the outcome open when it stood and broke with %s',
    async (code) => {
      let socket: Socket | undefined;
      const agent = new Agent();
      const connect = agent.createConnection.bind(agent);
      agent.createConnection = (options, done) => (socket = connect(options, done) as Socket);
      // What the system does when the way to a host is lost while its answer is awaited.
      server.answer(() =>
        socket!.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: 'read' })),
      );
      const throughAgent: Fetch = (url, init) => fetch(url, { ...init, agent });
      const error = await failureOf(
        clientOf(server, { fetch: throughAgent }).instances.create(1, { image: 'a' }),
      );
      expect(server.requests).toHaveLength(1);
      expect(error).toMatchObject({ code: 'offline', sent: true });
      expect(isOutcomeUnknown(error)).toBe(true);
    },
  );

  it('recovers when a later attempt succeeds', async () => {
    server.answer(reset(), truncated('{'), json(user));
    expect(await clientOf(server).users.current()).toMatchObject(user);
  });

  it('leaves the outcome of a change open and does not repeat it', async () => {
    for (const answer of [reset(), truncated('{"success": tr'), json({ error: 'oops' }, 502)]) {
      server.requests.length = 0;
      server.answer(answer);
      const error = await failureOf(clientOf(server).instances.create(1, { image: 'a' }));
      expect(isOutcomeUnknown(error)).toBe(true);
      expect(server.requests).toHaveLength(1);
    }
  });
});

describe('a time limit', () => {
  it.each([
    ['an answer that never begins', silence()],
    ['a body that never ends', slowBody('{"id":')],
  ])('ends %s', async (_what, answer) => {
    server.answer(answer);
    const error = await failureOf(clientOf(server, { timeoutMs: 250 }).instances.setState(1, 'stopped'));
    expect(error.code).toBe('timeout');
    expect(isOutcomeUnknown(error)).toBe(true);
  });

  it('is tried again for reads only', async () => {
    server.answer(silence());
    // On a busy computer, the time may be over before the server hears of a request.
    let sent = 0;
    const counting: Fetch = (url, init) => {
      sent += 1;
      return fetch(url, init);
    };
    const client = clientOf(server, { timeoutMs: 250, fetch: counting });
    await failureOf(client.users.current());
    expect(sent).toBe(3);
    await failureOf(client.instances.setLabel(1, 'x'));
    expect(sent).toBe(4);
  });
});

describe('cancelling', () => {
  it.each([
    ['while the service is silent', silence()],
    ['in the middle of the body', slowBody('{"id":')],
  ])('%s rejects as cancelled and closes the connection', async (_what, answer) => {
    const closed = new Promise<void>((resolve) => {
      server.answer((request, response) => {
        response.on('close', resolve);
        answer(request, response);
        setImmediate(() => controller.abort());
      });
    });
    const controller = new AbortController();
    const call = clientOf(server).users.current({ signal: controller.signal });
    await expect(call).rejects.toThrow(CancelledError);
    await closed;
    expect(server.requests).toHaveLength(1);
  });

  it('before the call sends nothing', async () => {
    const call = clientOf(server).instances.destroy(1, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: 'CancelledError', sent: false });
    expect(server.requests).toHaveLength(0);
  });

  it('while waiting for a turn leaves the line at once and sends nothing', async () => {
    const client = clientOf(server, { spacingScale: 1000 });
    await client.instances.setLabel(1, 'first');
    const controller = new AbortController();
    const second = client.instances.setLabel(1, 'second', { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'CancelledError', sent: false });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Fetch, (abort: () => void) => void]>([
    ['before the request is made', fetch, (abort) => abort()],
    ['while what sends it is loaded', lazyFetch, queueMicrotask],
  ])('%s sends nothing, and ends in nothing else', async (_what, some, when) => {
    const controller = new AbortController();
    const onSend = () => when(() => controller.abort());
    const client = clientOf(server, { fetch: some });
    const call = client.offers.search({ filters: {} }, { signal: controller.signal, onSend });
    await expect(call).rejects.toThrow(CancelledError);
    // An error of a stream that nobody listens to comes a little later.
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests).toHaveLength(0);
  });

  it('during the pause before another attempt ends the call', async () => {
    const controller = new AbortController();
    server.answer(json({}, 500));
    const random = (): number => {
      setImmediate(() => controller.abort());
      return 0.5;
    };
    const client = clientOf(server, { spacingScale: 1000, random });
    const call = client.users.current({ signal: controller.signal });
    await expect(call).rejects.toThrow(CancelledError);
    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer that is not the service’s', () => {
  const page = '<!doctype html><html><body>Log in to the hotel network</body></html>';

  it.each([
    ['a web page', text(page, 200, 'text/html')],
    ['a web page in disguise', text(page, 200, 'application/json')],
    ['a web page for a missing path', text(page, 404, 'text/html')],
    ['a web page that refuses', text(page, 403, 'text/html')],
    ['an empty body', text('')],
    ['broken JSON', text('{"id": 7,,', 200, 'application/json')],
    ['another JSON value', json([1, 2])],
    ['null', json(null)],
  ])('is told from a failure of the key: %s', async (_what, answer) => {
    server.answer(answer);
    const error = await failureOf(clientOf(server).users.current());
    expect(error.code).toBe('invalid_response');
    expect(error.message).not.toMatch(/hotel|<|key/);
    expect(error.cause).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  it('is refused when it is too large, compressed or not', async () => {
    const body = JSON.stringify({ ...user, full_name: 'x'.repeat(5000) });
    server.answer(text(body, 200, 'application/json'));
    expect((await failureOf(clientOf(server, { maxBytes: 4000 }).users.current())).code).toBe(
      'invalid_response',
    );
    server.answer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(body));
    });
    expect((await failureOf(clientOf(server, { maxBytes: 4000 }).users.current())).code).toBe(
      'invalid_response',
    );
  });
});
