import { createServer } from 'node:net';
import { inspect } from 'node:util';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeError } from '../../../src/api/describeError';
import { failureOf } from './support/failures';
import {
  clientOf,
  json,
  redirect,
  reset,
  silence,
  startScriptedServer,
  testKey,
  text,
  truncated,
  type Answer,
  type ScriptedServer,
} from './support/scriptedServer';

/** What travels over the wire for one call, byte by byte. */
async function rawRequestOf(call: (url: string) => Promise<unknown>): Promise<string> {
  let raw = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      raw += chunk.toString('latin1');
      socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"offers":[]}',
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await new Promise((resolve) => server.close(resolve));
  return raw;
}

/** Everything a log, a message or a debugger could show of a value. */
function shown(value: unknown): string {
  return [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    value instanceof Error ? value.stack : '',
  ].join('\n');
}

describe('the key', () => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.close());

  it('appears once in a request: in the Authorization header', async () => {
    const raw = await rawRequestOf((url) =>
      clientOf({ url }).offers.search({ filters: { num_gpus: { eq: 1 } } }),
    );
    expect(raw).toMatch(new RegExp(`^authorization: Bearer ${testKey}\r$`, 'im'));
    expect(raw.split(testKey)).toHaveLength(2);
  });

  it('is not seen in the client itself', () => {
    expect(shown(clientOf(server))).not.toContain(testKey);
  });

  const echo = (status: number): Answer =>
    json({ success: false, error: testKey, msg: `Bearer ${testKey}!` }, status);
  const answers: [string, Answer][] = [
    ['a reset', reset()],
    ['a truncated body', truncated(`{"key":"${testKey}"`)],
    ['a time limit', silence()],
    ['a redirect', redirect(`http://elsewhere.example/?key=${testKey}`)],
    ['a page that repeats it', text(`<html>${testKey}</html>`, 200, 'text/html')],
    ['broken JSON that repeats it', text(`{"a": ${testKey}`, 200, 'application/json')],
    ['a plain text that repeats it', text(`no: ${testKey}`, 400)],
    ['an unexpected answer that repeats it', json({ id: testKey, [testKey]: testKey })],
    ...[200, 400, 401, 403, 404, 410, 429, 500].map((status): [string, Answer] => [
      `status ${status}`,
      echo(status),
    ]),
  ];
  it.each(answers)('is in no error after %s', async (_what, answer) => {
    server.answer(answer);
    const error = await failureOf(clientOf(server, { timeoutMs: 40 }).users.current());
    expect(shown(error)).not.toContain(testKey);
    expect(shown(error.cause)).not.toContain(testKey);
    expect(shown(describeError(error))).not.toContain(testKey);
  });

  it('is in no error when it is the key that cannot be sent', async () => {
    const error = await failureOf(clientOf(server, { apiKey: `${testKey}\n` }).users.current());
    expect(shown(error)).not.toContain(testKey);
  });

  it('of an instance is dropped when its creation is decoded', async () => {
    server.answer(json({ success: true, new_contract: 5, instance_api_key: 'restricted-key' }));
    expect(await clientOf(server).instances.create(1, { image: 'a' })).toEqual({ instanceId: 5 });
    server.answer(json({ instances: { id: 5, instance_api_key: 'restricted-key', unknown: 1 } }));
    expect(shown(await clientOf(server).instances.get(5))).not.toContain('restricted-key');
  });
});

describe('secrets within a request', () => {
  it('are in no error when the service repeats them', async () => {
    const server = await startScriptedServer();
    const request = {
      image: 'a',
      image_login: '-u me -p registry-token host',
      env: { HF_TOKEN: 'hf_0123456789' },
    };
    server.answer(json({ success: false, msg: 'bad -u me -p registry-token host and hf_0123456789' }, 400));
    const error = await failureOf(clientOf(server).instances.create(1, request));
    expect(error.message).toContain('bad ••• and •••');
    expect(shown(error)).not.toMatch(/registry-token|hf_0123456789/);
    await server.close();
  });

  it('are in no error when it repeats a part of them', async () => {
    const server = await startScriptedServer();
    const client = clientOf(server);
    const refuse = () =>
      server.answer(json({ success: false, msg: "no: registry-token, hf_0123456789 and 'two words'" }, 400));
    refuse();
    const login = await failureOf(
      client.instances.create(1, { image: 'a', image_login: '-u me -p registry-token host.example.com' }),
    );
    refuse();
    const flags = await failureOf(
      client.templates.edit({ hash_id: 'hash', env: `-e HF_TOKEN=hf_0123456789 -e "B=two words" -p 80:80` }),
    );
    expect(shown(login)).not.toContain('registry-token');
    expect(shown(flags)).not.toMatch(/hf_0123456789|two words/);
    await server.close();
  });
});
