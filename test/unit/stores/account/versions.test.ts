import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { timesOf } from '../../../../src/stores/windows/lease';
import { systemClock } from '../../../../src/clock';
import { lastSearch as lastTemplateSearch } from '../../../../src/prompts/templates/templateFilters';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { rowsIn } from '../../../../src/stores/account/accountRows';
import { writeJson } from '../../../../src/stores/windows/jsonFile';
import { LaunchStore } from '../../../../src/stores/launch/launchStore';
import { LedgerFiles } from '../../../../src/stores/money/ledgerFiles';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';
import { SharedFile } from '../../../../src/stores/windows/sharedFile';
import { TemplateDrafts } from '../../../../src/stores/templates/templateDrafts';
import { showWarning } from '../../../../src/ask/notify';
import { tellOfNewerFiles } from '../../../../src/views/account/accountNotices';
import { ManualClock } from '../../support/manualClock';
import first from '../support/version010.json' with { type: 'json' };

vi.mock('../../../../src/ask/notify', () => ({ showWarning: vi.fn(() => Promise.resolve()) }));
vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const accountId = '0123abcd-42';
/** The home that the files of version 0.1.0 name. */
const itsHome = '/home/robin';

let home: string;
let accounts: AccountFiles;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'gpu-rental-versions-'));
  accounts = new AccountFiles(join(home, 'accounts'), undefined, timesOf(systemClock));
});
afterEach(() => rm(home, { recursive: true, maxRetries: 5 }));

const inAccount = (name: string): string => join(accounts.folderOf(accountId), name);

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
}

/** What VS Code keeps for an extension, as JSON. */
function memento(stored: Record<string, unknown> = {}): vscode.Memento & { stored: Record<string, unknown> } {
  const values = structuredClone(stored);
  return {
    stored: values,
    keys: () => Object.keys(values),
    get: (key: string) => values[key] as never,
    update: (key, value) => {
      if (value === undefined) Reflect.deleteProperty(values, key);
      else values[key] = JSON.parse(JSON.stringify(value));
      return Promise.resolve();
    },
  };
}

describe('what version 0.1.0 stored', () => {
  it('is the account and its last list', async () => {
    for (const [name, text] of Object.entries(first.account)) await put(inAccount(name), text);
    expect(await accounts.list()).toEqual([JSON.parse(first.account['account.json'])]);
    expect(await new SnapshotFiles(accounts).read(accountId)).toEqual(
      JSON.parse(first.account['instances.json']),
    );
  });

  it('is the launches, the form that was left, the drafts and the last search for templates', () => {
    const [globalState, workspaceState] = [memento(first.globalState), memento(first.workspaceState)];
    const { saved, recentImages, closedForm } = new LaunchStore(globalState, workspaceState);
    expect(saved).toEqual(first.globalState['gpuRental.savedLaunches']);
    expect(recentImages).toEqual(first.globalState['gpuRental.recentImages']);
    expect(closedForm).toEqual(first.workspaceState['gpuRental.closedLaunch']);
    expect(Object.fromEntries(new TemplateDrafts(globalState).all)).toEqual(
      first.globalState['gpuRental.templateDrafts'],
    );
    expect(lastTemplateSearch(globalState)).toEqual(first.globalState['gpuRental.lastTemplateSearch']);
  });

  it('is the ssh entries, and what to clean up', async () => {
    const here = (text: string): string => text.replaceAll(itsHome, home);
    const configFile = join(home, '.ssh/config');
    await put(configFile, first.ssh.config);
    await put(join(home, '.ssh/gpu-rental/config'), here(first.ssh['gpu-rental/config']));
    await put(join(home, '.gpu-rental/ssh-integration.json'), here(first.ssh['ssh-integration.json']));
    const options = {
      fs: nodeFileSystem,
      configFile,
      defaultConfigFile: configFile,
      home,
      passwordHome: home,
    };
    const config = new SshConfig(options);
    expect(await config.includeState()).toBe('present');
    const before = await config.readEntries();
    expect(before.map(({ instanceId }) => instanceId)).toEqual([101, 103]);
    // A window that knows one of them: the other one stays.
    await config.writeEntries(before.slice(0, 1), { owner: 'this' });
    expect(await config.readEntries()).toEqual(before);
    await config.remove();
    expect(await readFile(configFile, 'utf8')).toBe('Host work\n\tHostName work.example.com\n');
  });
});

describe('version 0.1.0 after this one', () => {
  /** As it checks them; what it tolerates in any form is left out. */
  const account = z.object({
    id: z.string(),
    baseUrl: z.string(),
    userId: z.int(),
    email: z.optional(z.string()),
  });
  const instance = z.object({ id: z.int(), actual_status: z.optional(z.nullable(z.string())) });
  const snapshot = z.object({ at: z.number(), instances: z.array(instance) });

  it('reads the account and the list', async () => {
    await accounts.write({ id: accountId, baseUrl: 'https://console.vast.ai', userId: 42 });
    await new SnapshotFiles(accounts).write(accountId, {
      at: 5,
      instances: [{ id: 1, actual_status: null, volume_info: [], end_date: 9 }],
    });
    const read = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(inAccount(name), 'utf8'));
    expect(account.safeParse(await read('account.json')).success).toBe(true);
    expect(snapshot.safeParse(await read('instances.json')).success).toBe(true);
  });
});

describe('what a newer version stored', () => {
  const newer = '{"version": 2, "rows": [{"x": 1}], "entries": {"i1": {}}}';

  it('stays when launches and drafts are saved beside it', async () => {
    const [future, draft] = [{ name: 'future', launch: { warp: 9 } }, { text: 7 }];
    const state = memento({
      'gpuRental.savedLaunches': [future],
      'gpuRental.templateDrafts': { '/future': draft },
    });
    const launches = new LaunchStore(state, memento());
    await launches.save({ name: 'mine', launch: { image: 'a' } });
    await launches.forget('mine');
    expect(state.stored['gpuRental.savedLaunches']).toEqual([future]);
    const drafts = new TemplateDrafts(state);
    await drafts.set('/mine', { text: '{}', newPassword: false });
    await drafts.set('/mine', undefined);
    expect(state.stored['gpuRental.templateDrafts']).toEqual({ '/future': draft });
  });

  it('stays in every file of an account, and is named', async () => {
    const clock = new ManualClock();
    const names = ['rows.json', 'ledger.json', 'scheduled-stops.json', 'instances.json', 'any.json'];
    for (const name of names) await put(inAccount(name), newer);
    await put(inAccount('searches.json'), '{"rows": []}');
    const sentence = /was written by a newer version of GPU Rental and won’t be changed/;

    const kind = rowsIn({ name: 'rows.json', schema: z.string(), keyOf: (row) => row });
    const rows = new SharedFile(accounts, clock, kind);
    expect(await rows.read(accountId)).toEqual([]);
    await expect(rows.change(accountId, () => ({ value: ['mine'], result: 0 }))).rejects.toThrow(sentence);
    const ledger = new LedgerFiles(accounts, clock, () => expect.unreachable());
    const row = { key: 'i1', title: 'a', state: 'compute', running: 1, stopped: 0 } as const;
    const listed = { at: 1, kind: 'instance', rows: [row] } as const;
    expect(await ledger.note(accountId, [listed])).toBe(true);
    const stops = new ScheduledStops(accounts, clock, () => expect.unreachable());
    expect((await stops.read(accountId)).size).toBe(0);
    const stop = { token: 'a', createdAt: 0, when: { kind: 'closed' }, action: 'stop' } as const;
    await expect(stops.schedule(accountId, 1, stop)).rejects.toThrow(sentence);
    await expect(new SnapshotFiles(accounts).write(accountId, { at: 5, instances: [] })).rejects.toThrow(
      sentence,
    );
    await expect(writeJson(inAccount('any.json'), {})).rejects.toThrow(sentence);

    for (const name of names) expect(await readFile(inAccount(name), 'utf8')).toBe(newer);
    expect((await accounts.newer(accountId)).sort()).toEqual(names.map(inAccount).sort());
    await tellOfNewerFiles({ accounts: [{ id: accountId, baseUrl: '', userId: 42 }] }, accounts);
    const [[told]] = vi.mocked(showWarning).mock.calls as [[string]];
    for (const name of names) expect(told).toContain(name);
    expect(told).not.toContain('searches.json');
  });

  it.each(['.ssh/gpu-rental/owners.json', '.gpu-rental/ssh-integration.json'])(
    'stays in %s, and ssh’s files with it',
    async (name) => {
      const configFile = join(home, '.ssh/config');
      await put(configFile, 'Host work\n');
      await put(join(home, name), newer);
      const options = {
        fs: nodeFileSystem,
        configFile,
        defaultConfigFile: configFile,
        home,
        passwordHome: home,
      };
      const entry = { instanceId: 1, host: '203.0.113.5', port: 1000, user: 'root' };
      await expect(new SshConfig(options).writeEntries([entry])).rejects.toThrow(
        /was written by a newer version of GPU Rental and won’t be changed/,
      );
      expect(await readFile(join(home, name), 'utf8')).toBe(newer);
      expect(await readFile(configFile, 'utf8')).toBe('Host work\n');
    },
  );
});
