import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { deleteApiKey } from '../../../../src/commands/account/deleteApiKey';
import { signOut } from '../../../../src/commands/account/signOut';
import type { Run } from '../../../../src/domain/runs/run';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { temporaryFolder } from '../../ssh/support/temporary';
import type { Services } from '../../../../src/prompts/services';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import type { Volume } from '../../../../src/api/schemas/volume';
import { ApiKeyNode } from '../../../../src/views/account/accountNodes';
import type { Question } from '../../../../src/ask/dialogs';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let folder: string;
let runs: Partial<Run>[];
/** Whether each row of them can be read. */
let areAllRead: boolean;
beforeEach(async () => {
  folder = await temporaryFolder();
  runs = [];
  areAllRead = true;
});

const note = 'These instances are no longer stopped as scheduled: ';

function servicesWith(
  volumes: readonly Volume[] | undefined,
  scheduled = 0,
  instances: readonly SharedInstance[] | null = [],
  refused?: true,
): Services {
  const account = { id: 'a-1', baseUrl: 'https://gpu.example', userId: 1, email: 'me@gpu.example' };
  return {
    accounts: {
      accounts: [account],
      active: account,
      client: {},
      remove: () => Promise.resolve(),
      clientOf: () => ({}),
    },
    snapshots: { read: () => Promise.resolve(instances ? { at: 1, instances } : undefined) },
    volumeLists: { read: () => Promise.resolve(volumes && { at: 1, volumes, refused }) },
    instances: { state: { accountId: 'a-1', expected: [] } },
    scheduledStops: {
      read: () => Promise.resolve(new Map(Array.from({ length: scheduled }, (_, id) => [id, {}]))),
    },
    runs: {
      readAll: () => Promise.resolve(areAllRead ? runs : undefined),
      read: () => Promise.resolve(runs),
    },
    files: new AccountFiles(folder),
    clock: systemClock,
    sshEntries: { sync: () => Promise.resolve() },
  } as unknown as Services;
}

async function asked(...known: Parameters<typeof servicesWith>): Promise<Question[]> {
  const questions: Question[] = [];
  const dialogs = {
    confirm: (question: Question) => {
      questions.push(question);
      return Promise.resolve(false);
    },
  } as unknown as Services['dialogs'];
  await signOut(
    { ...servicesWith(...known), dialogs },
    { instanceIds: [], confirmed: false, interactive: true, arguments: {} },
  );
  return questions;
}

describe('signing out of an account that has only volumes', () => {
  it('asks with what they go on costing', async () => {
    const [question] = await asked([{ id: 7, storage_total_cost: 0.01 }]);
    expect(question?.message).toBe('Sign out of me@gpu.example while $0.010/h is being billed?');
    expect(question?.detail).toContain('The rentals of me@gpu.example are kept');
  });

  it('asks also where their price or their list is not known, and not where there are none', async () => {
    expect((await asked([{ id: 7, size: 5 }]))[0]?.message).toContain('while $?/h is being billed');
    expect(await asked([])).toEqual([]);
    // The key may not read them: there may be some.
    expect((await asked([], 0, [], true))[0]?.detail).toContain('It isn’t known what is rented now.');
    expect((await asked(undefined))[0]?.detail).toContain('It isn’t known what is rented now.');
  });
});

describe('signing out of an account with scheduled stops', () => {
  it('names what will not be stopped any more', async () => {
    const volumes = [{ id: 7, storage_total_cost: 0.01 }];
    const train = { id: 0, label: 'train', actual_status: 'running', dph_total: 2 };
    expect((await asked(volumes, 2, [train]))[0]?.detail).toContain(`${note}train (0), instance 1.`);
    expect((await asked(volumes))[0]?.detail).not.toContain(note);
  });

  it('names what still stops itself, because its machine was told', async () => {
    const told = { token: 'one', at: Date.now() + 3_600_000, toldAt: 1, watches: true };
    const past = { ...told, at: Date.now() - 1 };
    await mkdir(join(folder, 'a-1'));
    const text = JSON.stringify({ 1: told, 3: past, 4: { ...told, watches: false } });
    await writeFile(join(folder, 'a-1', 'machine-stops.json'), text);
    const [question] = await asked([], 2);
    expect(question?.detail).toContain(`${note}instance 0.`);
    expect(question?.detail).toContain(
      'These instances still stop themselves at their set time: instance 1.',
    );
    expect(await asked([])).toHaveLength(1);
  });

  it('asks also where nothing else is known to be left', async () => {
    const [question] = await asked([], 1);
    expect(question?.message).toBe('Sign out of me@gpu.example?');
    expect(question?.detail).toBe(`${note}instance 0.`);
  });
});

describe('signing out of an account with instances', () => {
  it('asks also where their price or their list is not known', async () => {
    const unpriced = { id: 1, actual_status: 'running' };
    expect((await asked([], 0, [unpriced]))[0]?.message).toContain('while $?/h is being billed');
    const priced = { id: 2, actual_status: 'running', dph_total: 2 };
    expect((await asked([], 0, [unpriced, priced]))[0]?.message).toContain('while at least $2.00/h');
    expect((await asked([], 0, null))[0]?.detail).toContain('It isn’t known what is rented now.');
  });
});

describe('signing out of an account with runs', () => {
  it('names those that go on or have results only on an instance that is there', async () => {
    const train = { id: 1, label: 'train', actual_status: 'running', dph_total: 2 };
    const run: Partial<Run> = { instanceId: 1, phase: 'ended', fetch: ['out/'] };
    runs = [
      { ...run, name: 'going', phase: 'running', fetch: [] },
      { ...run, name: 'unfetched' },
      { ...run, name: 'fetched', fetchedAt: 1 },
      { ...run, name: 'gone', instanceId: 2 },
    ];
    expect((await asked([], 0, [train]))[0]?.detail).toContain(
      'have results only on their instances: going, unfetched.',
    );
    expect((await asked([], 0, null))[0]?.detail).toContain(': going, unfetched, gone.');
    areAllRead = false;
    const [unread] = await asked([], 0, [train]);
    expect(unread?.detail).toContain('The list of runs can’t be read');
    expect(unread?.detail).toContain('have results only on their instances: going, unfetched.');
  });
});

describe('deleting the API key in use', () => {
  it('says what signing out leaves behind, before it acts', async () => {
    const priced = { id: 2, label: 'train', actual_status: 'running', dph_total: 2 };
    const lines = async (inUse: boolean | undefined) => {
      const choices: string[] = [];
      const asking = ({ detail = '' }: { detail?: string }) => {
        choices.push(detail);
        return Promise.resolve(undefined);
      };
      const services = servicesWith([], 3, [priced]);
      const dialogs = { choose: asking, confirm: asking } as unknown as Services['dialogs'];
      const row = new ApiKeyNode({ id: 5, name: 'laptop', ...(inUse === undefined ? {} : { inUse }) });
      const call = { instanceIds: [], confirmed: false, interactive: true, arguments: { row } };
      await deleteApiKey({ ...services, dialogs }, call);
      return choices.join();
    };
    for (const inUse of [true, undefined]) {
      expect(await lines(inUse)).toContain('Its rentals still cost $2.00/h, and you won’t see them here.');
      expect(await lines(inUse)).toContain(`${note}instance 0, instance 1, train (2).`);
    }
    expect(await lines(false)).not.toContain('Its rentals');
  });
});
