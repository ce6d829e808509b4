import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it, vi } from 'vitest';
import { minute, systemClock } from '../../../../src/clock';
import { beginSweep } from '../../../../src/commands/sweeps/beginSweep';
import { silent } from '../../../../src/log/log';
import type { Services } from '../../../../src/prompts/services';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { RunStore } from '../../../../src/stores/runs/runStore';
import { temporaryFolder } from '../../ssh/support/temporary';
import { writeProgram } from '../../support/program';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

/** An `ssh` whose machines say the mark of each script, and a key, and do nothing. */
const ssh = `#!/bin/sh
case " $* " in *' -G '*) printf 'hostname 127.0.0.1\\nport 22\\nuser root\\n'; exit ;; esac
for last; do :; done
echo "$last" | sed -n 's/.*echo \\([^ ]*\\) |.*/\\1/p' | base64 -d | head -n 2 | sh
cat > /dev/null
echo 'ssh-ed25519 AAAA gpu-rental-sweep-x'
`;

it('counts the stop behind each machine from when its run begins, however long the files take', async () => {
  const folder = await temporaryFolder();
  const program = path.join(folder, 'ssh');
  writeProgram(program, ssh);
  const configFile = path.join(folder, 'config');
  await mkdir(path.join(folder, 'gpu-rental'));
  await writeFile(path.join(folder, 'gpu-rental', 'known_hosts'), 'gpu-8 ssh-ed25519 AAAA\n');
  let now = 1_000_000;
  const clock = { ...systemClock, now: () => now };
  const stops = new Map<number, number>();
  const setup = { program, configFile, defaultConfigFile: '' };
  const services = {
    ...{ clock, runs: new RunStore(new AccountFiles(folder), systemClock), log: silent },
    ...{ instances: new Map(), sshSetup: () => setup },
    scheduledStops: {
      schedule: (_: string, id: number, { when }: { when: { at: number } }) =>
        Promise.resolve(stops.set(id, when.at)),
      change: () => Promise.resolve(false),
    },
  } as unknown as Services;
  const task = { setup: '', run: 'true', variables: {}, secrets: [], resources: {}, mounts: [] };
  const machines = [7, 8].map((id) => ({ id, rate: 1, name: `gpu-${id}` }));
  const plan = {
    ...{ folder, task, instanceId: 7, name: 'two', rate: 2, limitHours: 1, then: 'stop', fetch: [] },
    sweep: { table: { names: ['x'], rows: [['1'], ['2']] }, machines, names: [] },
  };
  const ways: Parameters<typeof beginSweep>[2] = {
    connect: (id) => Promise.resolve({ id, remote: { ...setup, alias: `gpu-${id}` } }),
    send: async (_, isWatched) => {
      await isWatched;
      now += 20 * minute;
    },
    nameOf: (id) => `gpu-${id}`,
  };
  const start = { plan, secrets: {}, workdir: '~/w' } as unknown as Parameters<typeof beginSweep>[3];
  const progress = { signal: new AbortController().signal, report: () => undefined };
  const begun = await beginSweep(
    services,
    { id: 'a-1', baseUrl: 'http://127.0.0.1:9' },
    ways,
    start,
    progress,
  );
  expect(begun?.failed).toEqual([]);
  const after = 60 * minute + 5 * minute;
  expect([...stops]).toEqual([
    [8, 1_000_000 + after],
    [7, 1_000_000 + 20 * minute + after],
  ]);
  // What the list of runs moves is this stop.
  expect(begun?.run.stopAt).toBe(stops.get(7));
});
