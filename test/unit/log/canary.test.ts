import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fetch from 'node-fetch';
import type * as vscode from 'vscode';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/clock';
import { Client } from '../../../src/api/client';
import { errorWords, type Log } from '../../../src/log/log';
import { createCommandStores } from '../../../src/stores/commandStores';
import { createBackgroundStores } from '../../../src/stores/backgroundStores';
import { createSandbox, type Sandbox } from '../../sandbox';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

/** A text that occurs nowhere else. */
const marker = (): string => `canary-${randomBytes(9).toString('hex')}`;

const secrets = {
  apiKey: marker(),
  sessionKey: marker(),
  code: marker(),
  backupCode: marker(),
  challenge: marker(),
  env: marker(),
  onstart: marker(),
  label: marker(),
  registryPassword: marker(),
  templatePassword: marker(),
  query: marker(),
  email: `${marker()}@example.com`,
};

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false, offers: 60 });
  folder = await mkdtemp(join(tmpdir(), 'canary-'));
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('no secret reaches the log, at any level, whatever the service answers', async () => {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };
  const client = (baseUrl: string, apiKey: string, timeoutMs = 30_000): Client =>
    new Client({ baseUrl, apiKey, fetch, log, spacingScale: 0, timeoutMs });

  const { id, apiKey } = sandbox.control.createAccount({ email: secrets.email });
  const background = createBackgroundStores(context(), (...args) => client(args[0], args[1]), {
    log,
    clock: systemClock,
    onDamaged: () => undefined,
  });
  const stores = { ...background, ...createCommandStores(context(), background, {}) };
  const { accounts, rentQueue, instances, templates } = stores;
  const attempts: string[] = [];
  /** Whatever becomes of it, as a command would log it. */
  const attempt = async (what: string, run: () => Promise<unknown>): Promise<void> => {
    attempts.push(what);
    await run().catch((error: unknown) => log.warn(`${what} failed: ${errorWords(error)}`));
  };
  const twoFactor = () => accounts.clientOf(accounts.active?.id ?? '').twoFactor;
  const proof = { tfa_method: 'totp', code: secrets.code, secret: secrets.challenge } as const;
  const everything = async (): Promise<void> => {
    await attempt('account', () => stores.users.refresh());
    await attempt('list', () => instances.refresh());
    await attempt('search', () =>
      stores.offers.search({ filters: { geolocation: { eq: secrets.query } }, limit: 3 }),
    );
    const [offer] = await client(sandbox.url, apiKey)
      .offers.search({ filters: { rented: { eq: false } }, limit: 1 })
      .catch(() => []);
    const request = {
      image: 'debian:12',
      label: secrets.label,
      env: { TOKEN: secrets.env },
      onstart: `echo ${secrets.onstart}`,
      image_login: `-u me -p ${secrets.registryPassword} registry.example.com`,
    };
    await attempt('rent', () => rentQueue.rent(offer?.id ?? 1, request));
    const inUse = accounts.clientOf(accounts.active?.id ?? '');
    await attempt('create', () => inUse.instances.create(offer?.id ?? 1, request));
    const login = { docker_login_repo: '', docker_login_user: 'me' };
    await attempt('save a template', () =>
      templates.create({
        name: 'canary',
        image: 'debian:12',
        env: `-e TOKEN=${secrets.env}`,
        onstart: secrets.onstart,
        docker_login_pass: secrets.templatePassword,
        ...login,
      }),
    );
    await attempt('search templates', () => templates.search({ filters: { name: { eq: secrets.query } } }));
    await attempt('log in', () => twoFactor().logIn(proof));
    await attempt('log in by backup code', () => twoFactor().logIn({ backup_code: secrets.backupCode }));
    await attempt('send a code', () => twoFactor().sendEmailCode({ secret: secrets.challenge }));
    await attempt('confirm', () => twoFactor().confirmMethod({ ...proof, label: secrets.label }));
    await attempt('make codes', () => twoFactor().regenerateBackupCodes(proof));
    await attempt('set up', () => twoFactor().setUpTotp());
  };

  // A key that the service does not know, then the right one.
  const stranger = client(sandbox.url, secrets.apiKey);
  await attempt('wrong key', () => stranger.users.current());
  const user = await client(sandbox.url, apiKey).users.current();
  await accounts.add(sandbox.url, apiKey, user);
  await everything();
  // A session that the service has forgotten.
  await accounts.startSession(accounts.active?.id ?? '', secrets.sessionKey);
  await everything();

  // Every kind of failure, each repeating all that the service could repeat.
  const echo = Object.values(secrets).join(' ');
  const json = { success: false, error: secrets.env, msg: echo, detail: echo, [secrets.apiKey]: echo };
  const page = `<html><body>${echo}</body></html>`;
  for (const fault of [
    ...[400, 401, 403, 404, 410, 429, 500, 503].map((status) => ({ status, body: json })),
    { status: 200, body: json },
    {
      status: 200,
      body: { instances: [{ id: echo, [secrets.env]: echo }], offers: echo, templates: [echo] },
    },
    { status: 200, body: page, contentType: 'text/html' },
    { status: 502, body: page, contentType: 'text/html' },
    { status: 200, body: `{"${echo}`, contentType: 'application/json' },
    { status: 400, body: echo, contentType: 'text/plain' },
    { status: 302, headers: { Location: `https://elsewhere.example/?key=${secrets.apiKey}` } },
    { reset: true },
    { truncate: true },
  ]) {
    sandbox.control.failNext({ ...fault, path: '/api/', count: 1000 });
    await everything();
    sandbox.control.clearFailures();
  }
  // Only this client may time out: under load, any other answer may be slow as well.
  sandbox.control.failNext({ status: 200, body: {}, delayMs: 2000, path: '/api/', count: 1000 });
  await attempt('a slow list', () => client(sandbox.url, apiKey, 250).instances.list());
  sandbox.control.clearFailures();
  await attempt('sign out', () => accounts.remove(accounts.active?.id ?? ''));

  const all = lines.join('\n');
  for (const what of [
    /GET .*users\/current\/: 200/,
    /PUT .*asks\/\d+\/: 200/,
    /POST .*template\/: 200/,
    /tfa/,
  ])
    expect(all).toMatch(what);
  for (const failure of ['timeout', 'offline', 'redirected', 'invalid_response', 'server_error'])
    expect(all).toContain(failure);
  expect(all).toMatch(/Rented offer \d+: instance \d+/);
  expect(attempts.length).toBeGreaterThan(200);
  const handedOut = sandbox.control.handedOut().filter((secret) => secret.length > 5);
  expect(handedOut.length).toBeGreaterThan(0);
  for (const secret of [...Object.values(secrets), apiKey, ...handedOut])
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  expect(id).toBeGreaterThan(0);
});

/** What VS Code gives an extension, in memory; the keyring fails now and then with what it should have kept. */
function context(): Parameters<typeof createBackgroundStores>[0] & Parameters<typeof createCommandStores>[0] {
  const kept = new Map<string, string>();
  let calls = 0;
  const store = (key: string, value: string): Promise<void> => {
    calls += 1;
    if (calls % 3 === 0) return Promise.reject(new Error(`cannot keep ${value}`));
    kept.set(key, value);
    return Promise.resolve();
  };
  const memento = { get: () => undefined, update: () => Promise.resolve(), keys: () => [] };
  return {
    globalStorageUri: { fsPath: folder },
    globalState: memento,
    workspaceState: memento,
    secrets: {
      get: (key: string) => Promise.resolve(kept.get(key)),
      store,
      delete: (key: string) => Promise.resolve(void kept.delete(key)),
      keys: () => Promise.resolve([...kept.keys()]),
      onDidChange: () => ({ dispose: () => undefined }),
    },
  } as unknown as Pick<
    vscode.ExtensionContext,
    'globalStorageUri' | 'globalState' | 'workspaceState' | 'secrets'
  >;
}
