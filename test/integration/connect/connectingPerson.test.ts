import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Client } from '../../../src/api/client';
import { lazyFetch } from '../../../src/api/http/nodeFetch';
import { connectInstance } from '../../../src/connect/connectInstance';
import type { Choice, Dialogs, Question } from '../../../src/ask/dialogs';
import { followWindow } from '../../../src/connect/window/followWindow';
import { LoginAgreements } from '../../../src/connect/prepareServices';
import { createRemoteWindow } from '../../../src/connect/window/remoteWindow';
import type { SshSetup } from '../../../src/connect/entries/sshSetup';
import { SshEntries } from '../../../src/connect/entries/sshEntries';
import { emptyLedger } from '../../../src/domain/money/ledger/ledger';
import { nodeFileSystem } from '../../../src/ssh/files/fileSystem';
import { IntegrationRecord } from '../../../src/ssh/config/integrationRecord';
import { SshConfig } from '../../../src/ssh/config/userConfig';
import { AccountFiles } from '../../../src/stores/account/accountFiles';
import { AccountStore } from '../../../src/stores/account/accountStore';
import { systemClock } from '../../../src/clock';
import { InstanceStore } from '../../../src/stores/instances/instanceStore';
import { Lease } from '../../../src/stores/windows/lease';
import { MarkerFiles } from '../../../src/stores/rentals/markerFiles';
import { PendingRentals } from '../../../src/stores/rentals/pendingRentals';
import { ScheduledStops } from '../../../src/stores/stops/scheduledStops';
import { SnapshotFiles } from '../../../src/stores/instances/snapshotFiles';
import type { VolumeStore } from '../../../src/stores/volumes/volumeStore';
import { MemorySecrets } from '../support/memorySecrets';
import { environment, sandbox, until } from '../support/inHost';
import { ownRows } from '../support/oddMode';
import { silent } from '../../../src/log/log';
import { GoneInstances } from '../../../src/stores/instances/goneInstance';

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
    for (const { id } of ownRows(await window.client.instances.list()))
      await window.client.instances.destroy(id);
    window.instances.dispose();
    // A list that was under way may still be noted down.
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  it('registers a key with consent, waits until it has arrived, and opens the window on the alias', async () => {
    await sandbox.configure({ keyDelaySeconds: 30 });
    const id = await window.rentRunning();
    window.answer('Register Key');
    const connected = window.connect(id);
    await until(
      () => window.reports.some((report) => report.includes('waiting for your key')),
      'it waits for the key',
    );
    await sandbox.advance(31);
    equal((await connected)?.opened, true);
    equal(window.opened.length, 1);
    // Its home has its id.
    match(window.opened[0] ?? '', new RegExp(`^vscode-remote://ssh-remote%2Bgpu-${id}/.*/${id}/root$`));
    match(window.asked[0] ?? '', /Register your public key/);
    const [key] = await window.client.sshKeys.list();
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
    match(window.asked.at(-1) ?? '', /has changed[^]*SHA256:/);
    window.answer('Trust New Key');
    ok(await window.connect(id));
  });

  it('opens the home folder of the login, unless another folder is set', async () => {
    const id = await window.rentRunning();
    window.answer('Register Key');
    window.own.program = await sshWith('export HOME=/workspace; ');
    await window.connect(id);
    await window.connect(id, { remoteFolder: '/data' });
    deepEqual(window.opened, [
      `vscode-remote://ssh-remote%2Bgpu-${id}/workspace`,
      `vscode-remote://ssh-remote%2Bgpu-${id}/data`,
    ]);
  });

  it('asks the machine for the home folder of a user other than root for a program, too', async () => {
    const id = await window.rentRunning();
    window.answer('Register Key');
    await window.connect(id);
    window.opened.length = 0;
    window.own.program = await sshWith('export HOME=/home/somebody; ');
    window.own.user = 'somebody';
    await window.connect(id, { interactive: false });
    deepEqual(window.opened, [`vscode-remote://ssh-remote%2Bgpu-${id}/home/somebody`]);
    // Where the machine does not tell, the window opens without a folder.
    window.own.program = await sshWith('exit 0; ');
    await window.connect(id, { interactive: false });
    equal(window.opened[1], `ssh-remote+gpu-${id}`);
  });

  it('opens no window on a machine that runs no commands, and offers a terminal', async () => {
    const id = await window.rentRunning();
    window.answer('Register Key');
    window.own.program = await sshWith('exit 0; ');
    equal(await window.connect(id), undefined);
    match(window.asked.at(-1) ?? '', /doesn’t run commands at login[^]*ForceCommand/);
    deepEqual(window.opened, []);
  });

  it('warns once of what may work, and opens when the person wants it', async () => {
    const id = await window.rentRunning();
    window.answer('Register Key');
    const programs = join(folder, 'bin');
    await mkdir(programs);
    await writeFile(join(programs, 'getconf'), '#!/bin/sh\necho glibc 2.17\n', { mode: 0o755 });
    window.own.program = await sshWith(`PATH=${programs}:$PATH; `);
    equal(await window.connect(id), undefined);
    match(window.asked.at(-1) ?? '', /glibc 2\.17[^]*newer image/);
    window.answer('Open Anyway');
    ok(await window.connect(id));
    const asked = window.asked.length;
    ok(await window.connect(id));
    equal(window.asked.length, asked);
  });

  it('opens no window that reads another SSH config, unless that one includes ours', async () => {
    const id = await window.rentRunning();
    window.answer('Register Key');
    const windowConfigFile = join(folder, 'other');
    await writeFile(windowConfigFile, 'Host work\n  Port 1\n');
    window.own.windowConfigFile = windowConfigFile;
    await rejects(window.connect(id), /remote\.SSH\.configFile and gpuRental\.ssh\.configFile/);
    deepEqual(window.opened, []);
    await writeFile(windowConfigFile, `Include "${window.configFile}"\n`);
    ok(await window.connect(id));
  });

  it('lets the person choose a key when an agent has too many', async () => {
    const { socket, publicKeys, stop } = await startAgent(folder, 7);
    const settings = vscode.workspace.getConfiguration('gpuRental');
    const before = settings.inspect<string>('ssh.identityFile')?.globalValue;
    const chosen = () => vscode.workspace.getConfiguration('gpuRental').get<string>('ssh.identityFile');
    const agentBefore = process.env.SSH_AUTH_SOCK;
    try {
      process.env.SSH_AUTH_SOCK = socket;
      await settings.update('ssh.identityFile', undefined, vscode.ConfigurationTarget.Global);
      Object.defineProperty(window.own, 'identityFile', {
        enumerable: true,
        get: () => chosen() || undefined,
      });
      await window.client.sshKeys.register(publicKeys[6] ?? '');
      const id = await window.rentRunning();
      window.answer('Choose Key', 'SSH key for your instances');
      ok(await window.connect(id));
      match(window.asked[0] ?? '', /too many keys/);
      match(window.asked[1] ?? '', /^SSH key for your instances\nssh-ed25519 registered in your account\n/);
      const [entry] = await window.config().readEntries();
      equal(entry?.identityFile, chosen());
      equal((await readFile(chosen() ?? '', 'utf8')).split(' ')[1]?.trim(), publicKeys[6]?.split(' ')[1]);
    } finally {
      process.env.SSH_AUTH_SOCK = agentBefore;
      if (agentBefore === undefined) delete process.env.SSH_AUTH_SOCK;
      await settings.update('ssh.identityFile', before, vscode.ConfigurationTarget.Global);
      stop();
    }
  });

  it('finds any extension that opens SSH windows, the known ones first, and never itself', () => {
    const providerAmong = (...installed: [id: string, events?: unknown][]) =>
      createRemoteWindow({
        openFolder: () => Promise.resolve(),
        openEmpty: () => Promise.resolve(),
        record: new IntegrationRecord(nodeFileSystem, folder),
        settingsFile: join(folder, 'settings.json'),
        log: silent,
        extensions: () =>
          installed.map(([id, activationEvents]) => ({ id, packageJSON: { activationEvents } })),
      }).provider();
    const event = ['onResolveRemoteAuthority:ssh-remote'];
    equal(providerAmong(['gpu-rental.gpu-rental', event], ['other.theme'], ['odd.one', 7]), undefined);
    equal(
      providerAmong(['gpu-rental.gpu-rental', event], ['new.ssh-windows', ['x', ...event]]),
      'new.ssh-windows',
    );
    equal(
      providerAmong(
        ['new.ssh-windows', event],
        ['ms-vscode-remote.remote-ssh'],
        ['jeanp413.open-remote-ssh'],
      ),
      'jeanp413.open-remote-ssh',
    );
  });

  /** An ssh program through which a machine behaves otherwise: this text comes before what its one user runs there. */
  async function sshWith(prefix: string): Promise<string> {
    const program = join(folder, 'ssh-of-the-test');
    const script = [
      '#!/bin/bash',
      `prefix='${prefix}' user='${await sandbox.sshUser()}'`,
      'last="${@: -1}"',
      'case "$last" in',
      '  "sh -c "*) exec ssh -l "$user" "${@:1:$#-1}" "bash -c ${prefix@Q}${last@Q}";;',
      '  *) exec ssh "$@";;',
      'esac',
    ];
    await writeFile(program, script.join('\n'), { mode: 0o755 });
    return program;
  }

  it('goes through the proxy where the machine itself does not answer, and says so', async () => {
    await sandbox.setHostBehaviour('next', 'direct_blocked');
    const id = await window.rentRunning();
    window.answer('Register Key');
    const connected = await window.connect(id);
    const [entry] = await window.config().readEntries();
    deepEqual([entry?.host, entry?.port], [connected?.host, connected?.port]);
    ok(window.reports.some((report) => report.includes('proxy')));
    ok((await window.viaProxy.list(window.accountId())).has(id));
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

/** A real ssh-agent with keys that lie in no file. */
async function startAgent(folder: string, count: number) {
  const socket = join(folder, 'agent');
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(agent.stdout, 'data');
  const files = Array.from({ length: count }, (_, index) => join(folder, `agent-key-${index}`));
  const publicKeys: string[] = [];
  for (const file of files) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
    execFileSync('ssh-add', ['-q', file], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
    publicKeys.push((await readFile(`${file}.pub`, 'utf8')).trim());
    await rm(file);
    await rm(`${file}.pub`);
  }
  return { socket, publicKeys, stop: () => agent.kill() };
}

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
  await accounts.add(environment.sandboxUrl, apiKey, await client.users.current());
  const gone = new GoneInstances(systemClock);
  const snapshots = new SnapshotFiles(files, systemClock, undefined, gone);
  const lease = (accountId: string) => new Lease(join(files.folderOf(accountId), 'list.lease'), systemClock);
  const pollInterval = () => 500;
  const pending = new PendingRentals(files, systemClock);
  const pendingStart = new MarkerFiles(files, 'pendingStart');
  const stored = { accounts, snapshots, gone, pending, pendingStart };
  const instances = new InstanceStore({ ...stored, lease, clock: systemClock, pollInterval });
  const viaProxy = new MarkerFiles(files, 'viaProxy');
  const configFile = join(folder, '.ssh', 'config');
  const config = () =>
    new SshConfig({ fs: nodeFileSystem, configFile, defaultConfigFile: join(folder, 'none'), home: folder });
  const own: Partial<SshSetup> = {};
  const setup = (): SshSetup => ({
    config: config(),
    configFile,
    windowConfigFile: configFile,
    defaultConfigFile: join(folder, 'none'),
    program: 'ssh',
    user,
    identityFile,
    ...own,
  });
  const sshEntries = new SshEntries({
    ...{ files, accounts, snapshots, viaProxy, setup },
    clock: systemClock,
    storage: folder,
  });

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
    select: ({ title, rows }) => {
      asked.push([title, ...rows.map(({ label, description }) => `${label} ${description}`)].join('\n'));
      return Promise.resolve(answers.has(title) ? 0 : undefined);
    },
  };
  const opened: string[] = [];
  const remoteWindow = {
    ...createRemoteWindow({
      openFolder: (uri) => Promise.resolve(opened.push(uri.toString())),
      openEmpty: (authority) => Promise.resolve(opened.push(authority)),
      record: new IntegrationRecord(nodeFileSystem, folder),
      settingsFile: join(folder, 'settings.json'),
      log: silent,
    }),
    provider: () => 'of the test',
  };
  const reports: string[] = [];
  const services = {
    accounts,
    instances,
    viaProxy,
    starts: { add: () => Promise.resolve(), take: () => Promise.resolve(false) },
    milestones: { reached: () => undefined },
    sshEntries,
    sshSetup: setup,
    dialogs,
    remoteWindow,
    loginAgreements: new LoginAgreements(),
    clock: systemClock,
    log: silent,
    // Looked at only with a budget.
    volumes: { state: { volumes: [] } } as unknown as VolumeStore,
    spending: { ledgerOf: () => emptyLedger },
    bills: { of: () => ({ isLoading: false }) },
    scheduledStops: new ScheduledStops(files, systemClock),
  };
  return {
    ...services,
    snapshots,
    client,
    config,
    setup,
    configFile,
    own,
    asked,
    opened,
    reports,
    publicKey: await readFile(`${identityFile}.pub`, 'utf8'),
    accountId: () => accounts.active?.id ?? '',
    answer: (...yes: string[]) => yes.forEach((one) => answers.add(one)),
    rentRunning: async () => {
      const [offer] = await client.offers.search({
        filters: { rented: { eq: false }, direct_port_count: { gte: 4 } },
        limit: 1,
      });
      const { instanceId } = await client.instances.create(offer?.id ?? 0, {
        image: 'debian:12',
        runtype: 'ssh_direct',
      });
      await sandbox.advance(300);
      return instanceId;
    },
    restart: async (id: number, whileStopped: () => Promise<unknown> = () => Promise.resolve()) => {
      await client.instances.setState(id, 'stopped');
      await sandbox.advance(60);
      await whileStopped();
      await client.instances.setState(id, 'running');
      await sandbox.advance(300);
    },
    connect: (id: number, options: { remoteFolder?: string; interactive?: boolean } = {}) =>
      connectInstance(services, id, {
        confirmed: true,
        interactive: options.interactive ?? true,
        signal: new AbortController().signal,
        report: (message) => void reports.push(message),
        remoteFolder: options.remoteFolder,
      }),
  };
}
