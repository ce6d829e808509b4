import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { fetchRun } from '../../../../src/commands/runs/fetchRun';
import type { Run } from '../../../../src/domain/runs/run';
import type { Services } from '../../../../src/prompts/services';
import { machineSource } from '../../../../src/ssh/transfer/source';
import { machineWith } from '../../ssh/support/shellMachine';
import { temporaryFolder } from '../../ssh/support/temporary';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const openSource = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/connect/openSource', () => ({ openSource }));
beforeEach(clearScreen);

/** A run that is at work, its machine, and what a person fetches of it. */
async function runAtWork() {
  const machine = await machineWith('dash');
  const results = path.join(await temporaryFolder(), 'results', 'r');
  const far = path.join(machine.home, '.gpu-rental/runs/r');
  const work = path.join(machine.home, 'w');
  await mkdir(far, { recursive: true });
  await mkdir(path.join(work, 'out'), { recursive: true });
  const base = { id: 'r', name: 'train', instanceId: 7, workdir: '~/w', fetch: ['out/'], results };
  let run = { ...base, phase: 'running' } as unknown as Run;
  const services = {
    accounts: { active: { id: 'a' }, client: {} },
    runs: {
      read: () => Promise.resolve([run]),
      edit: (_account: string, _id: string, edit: (one: Run) => Run) => {
        run = edit(run);
        return Promise.resolve(true);
      },
    },
    leases: { forResults: () => ({ tryRun: (action: () => Promise<void>) => action() }) },
    runKeeper: { look: () => Promise.resolve() },
    clock: { now: () => Date.parse('2026-01-02T03:04:05Z'), monotonic: () => 0 },
  };
  const call = { instanceIds: [], confirmed: true, interactive: true, arguments: { runId: 'r' } };
  return {
    results,
    soFar: `${results}-so-far-2026-01-02-03-04-05`,
    far,
    write: (text: string) => writeFile(path.join(work, 'out/last.ckpt'), text),
    edit: (edit: Partial<Run>) => (run = { ...run, ...edit }),
    fetch: (remote?: typeof machine) => {
      openSource.mockResolvedValue({ source: machineSource(machine), remote });
      return fetchRun(services as unknown as Services, call);
    },
    machine,
    get fetchedAt() {
      return run.fetchedAt;
    },
  };
}

const read = (folder: string) => readFile(path.join(folder, 'out/last.ckpt'), 'utf8');

it('keeps what a run has so far apart, so that its last results come, too', async () => {
  const run = await runAtWork();
  await run.write('early');
  expect(await run.fetch()).toEqual({ received: 1, unchanged: 0, verified: true, soFar: run.soFar });
  expect(await read(run.soFar)).toBe('early');
  expect([existsSync(run.results), run.fetchedAt]).toEqual([false, undefined]);

  await run.write('the last');
  run.edit({ phase: 'ended' });
  expect(await run.fetch()).toEqual({ received: 1, unchanged: 0, verified: true });
  expect(await read(run.results)).toBe('the last');
  expect(run.fetchedAt).toBeDefined();
  expect(await read(run.soFar)).toBe('early');
});

it('names and opens the folder of what a run has so far', async () => {
  const run = await runAtWork();
  await run.write('early');
  screen.press = 'Open Results';
  await run.fetch();
  await eventually(() => expect(screen.commands).toMatchObject([['revealFileInOS', { fsPath: run.soFar }]]));
  expect(screen.shown.map(({ message }) => message)).toEqual([
    'Fetched 1 file (5 bytes). The run isn’t over: what it has so far is in r-so-far-2026-01-02-03-04-05.',
  ]);
});

it('leaves no folder of a run that has nothing yet', async () => {
  const run = await runAtWork();
  expect(await run.fetch()).toEqual({ received: 0, unchanged: 0, verified: true });
  expect(await readdir(path.dirname(run.results))).toEqual(['.gitignore']);
});

it('hears from the machine that a run has ended since the last look', async () => {
  const run = await runAtWork();
  await run.write('the last');
  await writeFile(path.join(run.far, 'state'), 'phase=ended\nwhy=exit\ncode=0\n');
  expect(await run.fetch(run.machine)).toEqual({ received: 1, unchanged: 0, verified: true });
  expect([await read(run.results), run.fetchedAt]).toEqual(['the last', expect.any(Number)]);
  expect(existsSync(path.join(run.far, 'fetched'))).toBe(true);
});
