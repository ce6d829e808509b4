import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Client } from '../../src/api/client';
import { lazyFetch } from '../../src/api/nodeFetch';
import { connectInstance } from '../../src/connect/connectInstance';
import type { Choice, Dialogs, Question } from '../../src/connect/dialogs';
import { followWindow } from '../../src/connect/followWindow';
import { createRemoteWindow } from '../../src/connect/remoteWindow';
import { SshEntries } from '../../src/connect/sshEntries';
import { nodeFileSystem } from '../../src/ssh/fileSystem';
import { IntegrationRecord } from '../../src/ssh/integrationRecord';
import { SshConfig } from '../../src/ssh/userConfig';
import { AccountFiles } from '../../src/stores/accountFiles';
import { AccountStore } from '../../src/stores/accountStore';
import { systemClock } from '../../src/stores/clock';
import { InstanceStore } from '../../src/stores/instanceStore';
import { Lease } from '../../src/stores/lease';
import { MarkerFiles } from '../../src/stores/markerFiles';
import { SnapshotFiles } from '../../src/stores/snapshotFiles';
import { MemorySecrets } from './memorySecrets';
import { environment, sandbox, until } from './support';

/** What a person is asked between a click and a window, with an account whose service knows none of their keys. */
describe('connecting as a person', () => {
  let window: Awaited<ReturnType<typeof openWindow>>;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    window = await openWindow(folder);
  });
  afterEach(async () => {
    await sandbox.configure({ extensions: true, keyDelaySeconds: 0 });
    for (const { id } of await window.client.listInstances()) await window.client.destroyInstance(id);
    window.instances.dispose();
    // A list that was under way may still be noted down.
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  it('registers a key with consent, waits until it has arrived, and opens the window on the alias', async () => {
    await sandbox.configure({ keyDelaySeconds: 30 });
    const id = await window.rentRunning();
    window.answer('Register Key');
    const connected = window.connect(id);
    await until(() => window.reports.some((report) => report.includes('arrive')), 'it waits for the key');
    await sandbox.advance(31);
    equal((await connected)?.opened, true);
    deepEqual(window.opened, [`vscode-remote://ssh-remote%2Bgpu-${id}/root`]);
    match(window.asked[0] ?? '', /Register your public key/);
    const [key] = await window.client.listSshKeys();
    equal(key?.key?.split(' ')[1], window.publicKey.split(' ')[1]);
  });

  it('shows the key where the service takes none, and where to paste it', async () => {
    await sandbox.configure({ extensions: false });
    const id = await window.rentRunning();
    window.answer('Register Key');
    equal(await window.connect(id), undefined);
    const shown = window.asked.at(-1) ?? '';
    match(shown, /web console/);
    ok(shown.includes(window.publicKey.split(' ').slice(0, 2).join(' ')));
    deepEqual(window.opened, []);
  });

  it('trusts another host key of the same instance only when the person does', async () => {
    const id = await window.rentRunning();
    window.answer('Register Key');
    ok(await window.connect(id));
    await window.restart(id, () => sandbox.renewHostKey(id));
    equal(await window.connect(id), undefined);
    match(window.asked.at(-1) ?? '', /another host key[^]*SHA256:/);
    window.answer('Trust the New Key');
    ok(await window.connect(id));
  });

  it('goes through the proxy where the machine itself does not answer, and says so', async () => {
    await sandbox.setHostBehaviour('next', 'direct_blocked');
    const id = await window.rentRunning();
    window.answer('Register Key');
    const connected = await window.connect(id);
    const [entry] = await window.config().readEntries();
    deepEqual([entry?.host, entry?.port], [connected?.host, connected?.port]);
    ok(window.reports.some((report) => report.includes('proxy')));
    ok((await window.proxied.list(window.accountId())).has(id));
  });

  it('brings the entry up to date for a window that was opened on the alias, after a restart', async () => {
    const id = await window.rentRunning();
    window.answer('Register Key');
    const before = await window.connect(id);
    await window.restart(id);
    await followWindow({ ...window, ready: Promise.resolve() }, [vscode.Uri.parse(window.opened[0] ?? '')]);
    const [entry] = await window.config().readEntries();
    equal(entry?.instanceId, id);
    notEqual(entry.port, before?.port);
  });
});

/** A window of its own, with an account and an ssh folder of its own; what it asks is answered from a list. */
async function openWindow(folder: string) {
  const { apiKey } = await sandbox.createAccount();
  const user = await sandbox.sshUser();
  const identityFile = join(folder, 'id');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', identityFile]);
  const createClient = (baseUrl: string, key: string) =>
    new Client({ baseUrl, apiKey: key, fetch: lazyFetch, spacingScale: 0 });
  const client = createClient(environment.sandboxUrl, apiKey);
  const files = new AccountFiles(join(folder, 'accounts'));
  const accounts = new AccountStore({ secrets: new MemorySecrets(), files, createClient });
  await accounts.add(environment.sandboxUrl, apiKey, await client.currentUser());
  const snapshots = new SnapshotFiles(files);
  const lease = (accountId: string) => new Lease(join(files.folderOf(accountId), 'list.lease'), systemClock);
  const pollInterval = () => 500;
  const instances = new InstanceStore({ accounts, snapshots, lease, clock: systemClock, pollInterval });
  const proxied = new MarkerFiles(files, 'proxied');
  const configFile = join(folder, '.ssh', 'config');
  const config = () =>
    new SshConfig({ fs: nodeFileSystem, configFile, defaultConfigFile: join(folder, 'none'), home: folder });
  const setup = () => ({
    config: config(),
    configFile,
    defaultConfigFile: join(folder, 'none'),
    user,
    identityFile,
  });
  const sshPauseFile = join(folder, 'paused.json');
  const sshEntries = new SshEntries({ files, accounts, snapshots, proxied, setup, sshPauseFile });

  const asked: string[] = [];
  const answers = new Set<string>();
  const note = ({ message, detail = '' }: Omit<Question, 'yes'> | Choice) =>
    asked.push(`${message}\n${detail}`);
  const dialogs: Dialogs = {
    confirm: (question) => {
      note(question);
      return Promise.resolve(answers.has(question.yes));
    },
    choose: (choice) => {
      note(choice);
      return Promise.resolve(choice.options.find((option) => answers.has(option)));
    },
  };
  const opened: string[] = [];
  const remoteWindow = {
    ...createRemoteWindow({
      openFolder: (uri) => Promise.resolve(opened.push(uri.toString())),
      record: new IntegrationRecord(nodeFileSystem, folder),
      settingsFile: join(folder, 'settings.json'),
    }),
    provider: () => 'of the test',
  };
  const reports: string[] = [];
  const services = { accounts, instances, proxied, sshEntries, sshSetup: setup, dialogs, remoteWindow };
  return {
    ...services,
    snapshots,
    client,
    config,
    asked,
    opened,
    reports,
    publicKey: await readFile(`${identityFile}.pub`, 'utf8'),
    accountId: () => accounts.active?.id ?? '',
    answer: (...yes: string[]) => yes.forEach((one) => answers.add(one)),
    rentRunning: async () => {
      const [offer] = await client.searchOffers({
        filters: { rented: { eq: false }, direct_port_count: { gte: 4 } },
        limit: 1,
      });
      const { instanceId } = await client.createInstance(offer?.id ?? 0, {
        image: 'debian:12',
        runtype: 'ssh_direct',
      });
      await sandbox.advance(300);
      return instanceId;
    },
    restart: async (id: number, whileStopped: () => Promise<unknown> = () => Promise.resolve()) => {
      await client.setInstanceState(id, 'stopped');
      await sandbox.advance(60);
      await whileStopped();
      await client.setInstanceState(id, 'running');
      await sandbox.advance(300);
    },
    connect: (id: number) =>
      connectInstance(services, id, {
        confirmed: true,
        interactive: true,
        signal: new AbortController().signal,
        report: (message) => void reports.push(message),
        remoteFolder: '/root',
      }),
  };
}
