import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { RunStore } from '../../../../src/stores/runs/runStore';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const account = 'a-1';
const openWindow = (): RunStore =>
  new RunStore(new AccountFiles(folder, undefined, { monotonic: () => 0 }), systemClock);
const run = (id: string, changes: Partial<Run> = {}): Run =>
  runSchema.parse({
    ...{ id: `run-${id.padStart(5, '0')}`, name: 'train', instanceId: 7, instanceName: 'seven', run: 'true' },
    ...{ setup: '', folder: '/f', workdir: '~/f', fetch: [], results: '/r', then: 'keep', limitHours: 1 },
    ...{ createdAt: 0, phase: 'running', ...changes },
  });
const ids = (runs: readonly Run[]): string[] => runs.map(({ id }) => id);

async function fileOfRuns(): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const name = files.find((file) => file.endsWith('runs.json'));
  if (name === undefined) throw new Error('There is no file.');
  return join(folder, name);
}

describe('the runs of an account', () => {
  it('are those of all windows, the latest first', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await one.add(account, run('1'));
    await other.add(account, run('2'));
    expect(ids(await one.read(account))).toEqual(['run-00002', 'run-00001']);
    expect(await one.read('another')).toEqual([]);
  });

  it('are changed by exactly one of two windows that want the same', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await one.add(account, run('1'));
    const tell = (known: Run): Run => (known.toldAt === undefined ? { ...known, toldAt: 5 } : known);
    const told = await Promise.all(
      [one, other, one, other].map((store) => store.edit(account, 'run-00001', tell)),
    );
    expect(told.filter(Boolean)).toHaveLength(1);
    expect(await one.edit(account, 'gone', tell)).toBe(false);
  });

  it('lose nothing of one window to a change of another', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await one.add(account, run('1'));
    await one.add(account, run('2'));
    await other.read(account);
    await Promise.all([
      one.edit(account, 'run-00001', (known) => ({ ...known, code: 3 })),
      other.edit(account, 'run-00001', (known) => ({ ...known, lastLine: 'x' })),
      other.remove(account, 'run-00002'),
    ]);
    expect(await openWindow().read(account)).toMatchObject([{ id: 'run-00001', code: 3, lastLine: 'x' }]);
  });

  it('leave out what can’t be read, and tell who listens of a change', async () => {
    const store = openWindow();
    const heard: string[] = [];
    store.onDidChange((id) => heard.push(id));
    await store.add(account, run('1'));
    const file = await fileOfRuns();
    const said = JSON.parse(await readFile(file, 'utf8')) as unknown[];
    await writeFile(file, JSON.stringify([{ id: '../../x' }, null, ...said]));
    expect(ids(await openWindow().read(account))).toEqual(['run-00001']);
    expect(heard).toEqual([account]);
    await store.edit(account, 'run-00001', (known) => known);
    expect(heard).toEqual([account]);
  });

  it.each([
    ['empty', () => ''],
    ['cut off', (said: string) => said.slice(0, 20)],
    ['with a row that can’t be read', (said: string) => said.replace('[', '[null,')],
  ])('are known not to be all where the file is %s, of which a copy is kept', async (_, damage) => {
    const told: string[] = [];
    const onDamaged = (_account: string, kept: string) => void told.push(kept);
    const store = new RunStore(new AccountFiles(folder), systemClock, onDamaged);
    expect(await store.readAll(account)).toEqual([]);
    await store.add(account, run('1'));
    expect(ids((await store.readAll(account)) ?? [])).toEqual(['run-00001']);
    const file = await fileOfRuns();
    const text = damage(await readFile(file, 'utf8'));
    await writeFile(file, text);
    expect(await store.readAll(account)).toBeUndefined();
    expect(await openWindow().readAll(account)).toBeUndefined();
    await store.add(account, run('2'));
    expect(await readFile(told[0] ?? '', 'utf8')).toBe(text);
  });

  it.each([
    ['a row', { id: 'x' }, (said: string) => said.replace('[', '[{"id":"x"},')],
    ['anything', '{"', () => '{"'],
  ])(
    'stay known not to be all once %s of them can’t be read, which stays in the file',
    async (_, row, damage) => {
      const told: string[] = [];
      const openOther = (): RunStore =>
        new RunStore(new AccountFiles(folder), systemClock, (_account, kept) => void told.push(kept));
      const store = openOther();
      await store.add(account, run('1'));
      const file = await fileOfRuns();
      await writeFile(file, damage(await readFile(file, 'utf8')));
      for (const number of ['2', '3']) {
        const other = openOther();
        await other.add(account, run(number));
        await other.edit(account, `run-0000${number}`, (known) => ({ ...known, code: 3 }));
        expect(await other.readAll(account)).toBeUndefined();
        expect(await openOther().readAll(account)).toBeUndefined();
      }
      expect(JSON.parse(await readFile(file, 'utf8'))).toContainEqual([row]);
      expect(ids(await store.read(account)).slice(0, 2)).toEqual(['run-00003', 'run-00002']);
      expect(told).toHaveLength(1);
      await writeFile(file, JSON.stringify([run('1'), [run('2')]]));
      expect(ids((await openOther().readAll(account)) ?? [])).toEqual(['run-00001', 'run-00002']);
    },
  );

  it('are known not to be all where the file can’t be read, or is of a newer version', async () => {
    const store = openWindow();
    await store.add(account, run('1'));
    const file = await fileOfRuns();
    await writeFile(file, '{"version":99,"runs":[]}');
    expect(await openWindow().readAll(account)).toBeUndefined();
    await rm(file);
    await mkdir(file);
    expect(await openWindow().readAll(account)).toBeUndefined();
    expect(await openWindow().read(account)).toEqual([]);
  });
});
