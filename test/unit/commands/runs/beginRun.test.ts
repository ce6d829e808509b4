import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { beginRun } from '../../../../src/commands/runs/beginRun';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { silent } from '../../../../src/log/log';
import type { Services } from '../../../../src/prompts/services';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { RunStore } from '../../../../src/stores/runs/runStore';
import { temporaryFolder } from '../../ssh/support/temporary';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const account = { id: 'a-1', baseUrl: 'http://127.0.0.1:9' };
const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'true', setup: '' },
  ...{ folder: '/f', workdir: '~/f', fetch: [], results: '/f/results', then: 'keep', limitHours: 1 },
  ...{ createdAt: 1, phase: 'starting' },
});

/** Begins it through an `ssh` that does this with the command for the machine. */
async function begin(ssh: string): Promise<{ known: number; error: string }> {
  const [home, folder] = [await temporaryFolder(), await temporaryFolder()];
  const program = path.join(folder, 'ssh');
  const script = `#!/bin/sh\nfor last; do :; done\nexport HOME='${home}'\n${ssh}\n`;
  await writeFile(program, script, { mode: 0o755 });
  const runs = new RunStore(new AccountFiles(folder), systemClock);
  const services = {
    ...{ runs, log: silent, instances: new Map() },
    scheduledStops: { change: () => Promise.resolve(true) },
    sshSetup: () => ({ program, configFile: '', defaultConfigFile: '' }),
  } as unknown as Services;
  const task = { setup: '', run: 'true', variables: {}, secrets: [], resources: {}, mounts: [] };
  const plan = { task, limitHours: 1, then: 'keep', secrets: {} } as unknown as Parameters<
    typeof beginRun
  >[3];
  const sending = { signal: new AbortController().signal, send: () => Promise.resolve() };
  const error = await beginRun(services, account, run, plan, sending).then(
    () => '',
    (thrown: unknown) => String(thrown),
  );
  return { known: runs.known(account.id).length, error };
}

it('keeps a run that may have started although the answer was lost', async () => {
  const { known, error } = await begin('sh -c "$last"; exit 255');
  expect(error).toMatch(/connection to the machine was lost/);
  expect(known).toBe(1);
});

it('forgets a run that the machine has refused', async () => {
  const { known, error } = await begin('PATH=/nowhere /bin/sh -c "$last"');
  expect(error).toMatch(/The machine reported/);
  expect(known).toBe(0);
});
