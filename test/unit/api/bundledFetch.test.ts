import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/api/cancelled';
import type { Fetch } from '../../../src/api/http/nodeFetch';
import { failureOf } from './support/failures';
import {
  clientOf,
  json,
  reset,
  silence,
  slowBody,
  startScriptedServer,
  truncated,
  truncatedChunks,
  type ScriptedServer,
} from './support/scriptedServer';

/** node-fetch as the extension's bundle has it: Node's own streams in the place of a polyfill. */
describe('node-fetch bundled on Node’s own streams', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gpu-rental-bundle-'));
  let fetch: Fetch;
  let server: ScriptedServer;
  let inputs: string[];

  beforeAll(async () => {
    const outfile = path.join(folder, 'fetch.cjs');
    const result = await build({
      entryPoints: ['src/api/http/nodeFetch.ts'],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node22',
      outfile,
      metafile: true,
      alias: { 'web-streams-polyfill/dist/ponyfill.es2018.js': 'node:stream/web' },
    });
    inputs = Object.keys(result.metafile.inputs);
    const bundle = createRequire(import.meta.url)(outfile) as { lazyFetch: Fetch };
    fetch = bundle.lazyFetch;
    server = await startScriptedServer();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('leaves the polyfill out', () => {
    expect(inputs.some((file) => file.includes('node-fetch'))).toBe(true);
    expect(inputs.filter((file) => file.includes('web-streams-polyfill'))).toEqual([]);
  });

  it('uploads', async () => {
    server.answer(json({ success: true, new_contract: 3 }));
    const onstart = 'é'.repeat(2000);
    await clientOf(server, { fetch }).instances.create(1, { image: 'a', onstart });
    expect(JSON.parse(server.requests.at(-1)!.body)).toEqual({ image: 'a', onstart });
  });

  it('reads large and compressed answers', async () => {
    const full_name = 'x'.repeat(3_000_000);
    server.answer(json({ id: 1, full_name }));
    expect((await clientOf(server, { fetch }).users.current()).full_name).toBe(full_name);
    server.answer((_request, response) => {
      response
        .writeHead(200, { 'Content-Encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ id: 1, full_name })));
    });
    expect((await clientOf(server, { fetch }).users.current()).full_name).toBe(full_name);
  });

  it.each([
    ['a reset', reset()],
    ['a truncated body', truncated('{"id":')],
    ['truncated chunks', truncatedChunks('{"id":1}')],
  ])('reports %s', async (_what, answer) => {
    server.answer(answer);
    expect((await failureOf(clientOf(server, { fetch }).users.current())).code).toBe('offline');
  });

  it.each([
    ['before the answer', silence()],
    ['within the body', slowBody('{"id":')],
  ])('can be aborted %s', async (_what, answer) => {
    const controller = new AbortController();
    server.answer((request, response) => {
      answer(request, response);
      setImmediate(() => controller.abort());
    });
    const call = clientOf(server, { fetch }).users.current({ signal: controller.signal });
    await expect(call).rejects.toThrow(CancelledError);
  });
});
