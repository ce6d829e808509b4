import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { closeAll } from '../../host/lifetime';
import { node24, removeFolder, repository, temporaryFolder } from '../../host/paths';
import { rentMachines } from '../../host/rentedMachine';
import { startWire } from '../../host/wire';
import { programsIn } from '../../sandbox/ssh/nvidiaSmi';
import type { FromWindow, ToWindow, WindowOrders } from './orders';
import { makeMachineGoBy, type Pace } from './pace';
import type { Scenario } from './scenario';

/** Builds the process that stands for a window. */
export async function buildWindow(folder: string): Promise<string> {
  const bundle = join(folder, 'window.cjs');
  await build({
    entryPoints: [join(repository, 'test/chaos/runs/windowProcess.ts')],
    outfile: bundle,
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node22', logLevel: 'error' },
    alias: { vscode: join(repository, 'test/bench/poll/fakeEditor.ts') },
  });
  return bundle;
}

export interface PlayOptions {
  speed: number;
  bundle: string;
  /** Hears what is waited for from now on. */
  waits?: (what: string) => void;
}

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** A service, machines that are rented from it, a folder to run, and windows, all of which go by the same pace. */
export async function setStage(
  scenario: Pick<Scenario, 'seed' | 'isShown'> & { break: string; machines?: number; bid?: number },
  pace: Pace,
  { bundle, waits = () => undefined }: Pick<PlayOptions, 'bundle' | 'waits'>,
) {
  waits('machines to be rented');
  const folder = await temporaryFolder('runs');
  // A login on a busy computer takes its time, which doesn't go by the pace.
  const alive = scenario.break === 'the network stalls' ? Math.max(1, Math.round(30 / pace.speed)) : 30;
  const { seed, machines: count = 1, bid } = scenario;
  const terms = { seed, alive, ...(bid === undefined ? {} : { bid }) };
  const { sandbox, control, machines, configFile } = await rentMachines(folder, count, terms);
  waits('the folder and the windows’ ways');
  for (const one of machines) {
    control.setLoad(one.id, 90);
    makeMachineGoBy(pace, programsIn(dirname(one.home)));
  }
  const { id, home, wire } = machines[0]!;
  if (scenario.break === 'the disk of the machine fills up') control.limitDisk(id, 40_000_000);
  // From here on the service's clock follows.
  let last = pace.seconds;
  const ticking = setInterval(() => {
    const now = pace.seconds;
    void control.advance(now - last);
    last = now;
  }, 50);
  const wires = { ssh: wire, http: await startWire(() => Number(new URL(sandbox.url).port)) };
  const project = join(folder, 'project');
  await mkdir(join(project, 'src'), { recursive: true });
  for (let index = 0; index < 20; index++)
    await writeFile(join(project, 'src', `${index}.txt`), String(index).repeat(2000));
  if (scenario.break === 'the disk here is full') {
    await mkdir(join(project, 'results'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', join(project, 'results')]);
  }
  await writeFile(join(project, 'data.bin'), Buffer.alloc(2_000_000, 7));
  const storage = join(folder, 'storage');
  const orders: WindowOrders = {
    pace: { began: pace.began, speed: pace.speed },
    ...{ storage, configFile, serviceUrl: sandbox.url, apiKey: sandbox.apiKey, userId: control.accountId() },
    ...{ url: `http://127.0.0.1:${wires.http.port}`, isShown: scenario.isShown, jumped: 0 },
  };
  const windows = new Set<ChildProcess>();
  const told: FromWindow[] = [];

  /** What windows logged, the last of it. */
  const said: string[] = [];

  async function openWindow(): Promise<ChildProcess> {
    waits('a window to open');
    const env = { ...process.env, GPU_RENTAL_WINDOW: JSON.stringify(orders) };
    const window = fork(bundle, {
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
      execPath: node24(),
    });
    windows.add(window);
    window.stderr?.on('data', (chunk: Buffer) => {
      const lines = chunk.toString().trimEnd().split('\n');
      said.push(...lines.map((line) => `${pace.seconds.toFixed(0)} s: ${line}`));
      said.splice(0, said.length - 60);
    });
    window.on('exit', (code) => {
      if (windows.delete(window) && code !== 0) problems.push(`A window ended with ${code}`);
    });
    await new Promise<void>((resolve) => {
      window.on('message', (what: FromWindow) => {
        told.push(what);
        if ('open' in what) resolve();
      });
      window.once('exit', () => resolve());
    });
    return window;
  }

  const problems: string[] = [];
  /** In which the run is begun. */
  const starter: { window: ChildProcess | undefined } = { window: undefined };
  return {
    starter,
    /** Whether a file of the person's lies where a result would go. */
    isInTheWay: false,
    ...{
      sandbox,
      control,
      id,
      home,
      machines,
      wires,
      project,
      storage,
      windows,
      told,
      said,
      problems,
      orders,
      openWindow,
    },
    order: (window: ChildProcess, order: ToWindow): boolean => window.connected && window.send(order),
    kill: (window: ChildProcess): void => {
      windows.delete(window);
      window.kill('SIGKILL');
    },
    close: async (): Promise<void> => {
      waits('the sandbox and the windows to end');
      clearInterval(ticking);
      for (const window of windows) {
        windows.delete(window);
        window.kill('SIGKILL');
      }
      for (const one of [wires.http, ...machines.map((machine) => machine.wire)]) one.close();
      await closeAll([['The sandbox', () => sandbox.close()]]);
      if (scenario.break === 'the disk here is full')
        execFileSync('sh', ['-c', 'umount -l "$0" 2>/dev/null || true', join(project, 'results')]);
      await removeFolder(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
