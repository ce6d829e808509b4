import * as path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { beginRun, takeBack } from '../../../../src/commands/runs/beginRun';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import type { AgreedStop } from '../../../../src/domain/stops/stopSchema';
import { silent } from '../../../../src/log/log';
import type { Services } from '../../../../src/prompts/services';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';
import { RunStore } from '../../../../src/stores/runs/runStore';
import { temporaryFolder } from '../../ssh/support/temporary';
import { writeProgram } from '../../support/program';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
// A machine's answer counts here however late it is.
beforeEach(() => void vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal));

const account = { id: 'a-1', baseUrl: 'http://127.0.0.1:9' };
const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'true', setup: '' },
  ...{ folder: '/f', workdir: '~/f', fetch: [], results: '/f/results', then: 'keep', limitHours: 1 },
  ...{ createdAt: 1, phase: 'starting' },
});

/** Begins it through an `ssh` that does this with the command for the machine. */
async function begin(
  ssh: string,
  own: Partial<Run> = {},
  other?: Run,
  isFull = false,
): Promise<{ known: number; error: string; stopAt: unknown }> {
  const [home, folder] = [await temporaryFolder(), await temporaryFolder()];
  const program = path.join(folder, 'ssh');
  const script = `#!/bin/sh\nfor last; do :; done\nexport HOME='${home}'\n${ssh}\n`;
  writeProgram(program, script);
  const runs = new RunStore(new AccountFiles(folder), systemClock);
  const scheduledStops = new ScheduledStops(new AccountFiles(folder), systemClock);
  if (other) {
    await runs.add(account.id, other);
    const when = { kind: 'at', at: other.stopAt ?? 0 } as const;
    await scheduledStops.schedule(account.id, other.instanceId, { action: 'stop', when });
  }
  if (isFull)
    vi.spyOn(scheduledStops, 'schedule').mockRejectedValue(new Error('ENOSPC: no space left on device'));
  const services = {
    ...{ runs, scheduledStops, log: silent, instances: new Map() },
    sshSetup: () => ({ program, configFile: '', defaultConfigFile: '' }),
  } as unknown as Services;
  const task = { setup: '', run: 'true', variables: {}, secrets: [], resources: {}, mounts: [] };
  const plan = { task, limitHours: 1, then: 'keep', secrets: {} } as unknown as Parameters<
    typeof beginRun
  >[3];
  const sending = { signal: new AbortController().signal, send: () => Promise.resolve() };
  const error = await beginRun(services, account, { ...run, ...own }, plan, sending).then(
    () => '',
    (thrown: unknown) => String(thrown),
  );
  const stop = scheduledStops.get(account.id, run.instanceId);
  return { known: runs.known(account.id).length, error, stopAt: stop && 'at' in stop.when && stop.when.at };
}

it('keeps a run that may have started although the answer was lost', async () => {
  const { known, error } = await begin('sh -c "$last"; exit 255');
  expect(error).toMatch(/connection to the machine was lost/);
  expect(known).toBe(1);
});

it('forgets a run whose stop can’t be noted, of which its machine knows nothing', async () => {
  const { known, error } = await begin('exit 0', { stopAt: 8 }, undefined, true);
  expect(error).toMatch(/ENOSPC/);
  expect(known).toBe(0);
});

it('forgets a run that the machine has refused', async () => {
  const { known, error } = await begin('PATH=/nowhere /bin/sh -c "$last"');
  expect(error).toMatch(/The machine reported/);
  expect(known).toBe(0);
});

it.each<[string, number | undefined, number | undefined]>([
  ['moves to its end', 8, 8],
  ['stays where it is later', 1, 5],
  ['goes where it keeps the instance', undefined, undefined],
])('begins beside a run whose stop %s, and which has it back if it is refused', async (_, stopAt, then) => {
  const other: Run = { ...run, id: 'run-00000', phase: 'running', stopAt: 5 };
  const own = stopAt === undefined ? {} : { stopAt };
  expect(await begin('cat > /dev/null', own, other)).toMatchObject({ error: '', stopAt: then });
  const refused = await begin('PATH=/nowhere /bin/sh -c "$last"', own, other);
  expect(refused).toMatchObject({ known: 1, stopAt: 5 });
});

/** Takes the run back, whose end stands in a schedule with others. */
async function takenBack(agreed: AgreedStop, ...others: Run[]) {
  const folder = await temporaryFolder();
  const files = new AccountFiles(folder);
  const [runs, scheduledStops] = [new RunStore(files, systemClock), new ScheduledStops(files, systemClock)];
  const own: Run = { ...run, stopAt: 8 };
  for (const one of [...others, own]) await runs.add(account.id, one);
  await scheduledStops.schedule(account.id, 7, agreed);
  const program = path.join(folder, 'ssh');
  writeProgram(program, '#!/bin/sh\ncat > /dev/null\n');
  const remote = { program, configFile: '', defaultConfigFile: '', alias: 'gpu-7' };
  await takeBack({ runs, scheduledStops, log: silent } as unknown as Services, account, own, remote);
  return { stop: scheduledStops.get(account.id, 7), left: runs.known(account.id).length };
}

it('leaves the stop of another run, which was moved to its own, when it is taken back', async () => {
  const other: Run = { ...run, id: 'run-00000', phase: 'running', stopAt: 5 };
  const { stop, left } = await takenBack({ action: 'stop', when: { kind: 'at', at: 8 } }, other);
  expect(stop?.when).toEqual({ kind: 'at', at: 5 });
  expect(left).toBe(1);
});

it('leaves what else the person has scheduled when it is taken back', async () => {
  const idle = { kind: 'idle', minutes: 30 } as const;
  const at = { kind: 'at', at: 8 } as const;
  const first = await takenBack({ action: 'stop', when: at, others: [idle] });
  const second = await takenBack({ action: 'stop', when: idle, others: [at] });
  for (const { stop } of [first, second]) expect([stop?.when, stop?.others]).toEqual([idle, undefined]);
});
