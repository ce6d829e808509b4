import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { followScript, letRunScript, startRun } from '../../src/ssh/runs/runs';
import { SharedConnections } from '../../src/ssh/run/sharedConnections';
import { nearTree } from '../../src/ssh/transfer/nearTree';
import { type Remote, runScript } from '../../src/ssh/transfer/remoteShell';
import { planUpload, upload } from '../../src/ssh/transfer/upload';
import { closeAll } from '../host/lifetime';
import { removeFolder, temporaryFolder } from '../host/paths';
import { rentMachine } from '../host/rentedMachine';
import { crowding, median, ratio, say } from './figures';

const rounds = 3;
const { signal } = new AbortController();

/** From the answer to the question of a run to the first line of its log, beside what a person would type. */
export async function measureRuns(): Promise<void> {
  const folder = await temporaryFolder('bench');
  // There and back in 50 ms.
  const machine = await rentMachine(folder, { delay: 25 });
  const remote = {
    ...{ program: 'ssh', alias: `gpu-${machine.id}` },
    ...{ configFile: machine.configFile, defaultConfigFile: '' },
    connections: new SharedConnections(),
  };
  try {
    await measureFirstLine(remote, machine, await filled(folder, 'project', 5000));
    say('how many times longer than alone things take now, for other work (1: alone)', crowding().toFixed(1));
  } finally {
    machine.wire.close();
    await closeAll([
      ['The sandbox', () => machine.sandbox.close()],
      ['The folder', () => removeFolder(folder)],
    ]);
  }
}

type Machine = Awaited<ReturnType<typeof rentMachine>>;

async function measureFirstLine(remote: Remote, machine: Machine, project: string): Promise<void> {
  const times = { ours: [] as number[], tar: [] as number[], rsync: [] as number[] };
  const again = { ours: [] as number[], rsync: [] as number[] };
  const { alias, configFile } = remote;
  const tar = `tar -C "$0" -cf - . | ssh -F "$1" "$2" 'mkdir -p tarred && tar -C tarred -xf - && echo first line'`;
  const rsync = `rsync -a -e "ssh -F $1" "$0/" "$2:$3/" && ssh -F "$1" "$2" 'echo first line'`;
  const typed = (script: string, to = ''): Promise<void> => shell(script, [project, configFile, alias, to]);
  for (let round = 0; round < rounds; round++) {
    const to = `${round}`;
    times.ours.push(await timed(() => firstLine(remote, machine.id, project, `~/ours/${to}`)));
    await rm(join(machine.home, 'tarred'), { recursive: true, force: true });
    times.tar.push(await timed(() => typed(tar)));
    times.rsync.push(await timed(() => typed(rsync, to)));
    again.ours.push(await timed(() => firstLine(remote, machine.id, project, `~/ours/${to}`)));
    again.rsync.push(await timed(() => typed(rsync, to)));
  }
  const what = 'run of 5,000 files, 50 ms away, to its first line';
  say(`${what}, ms, median`, median(times.ours).toFixed(0));
  say(`${what} / tar and ssh by hand`, ratio(median(times.ours), median(times.tar)));
  say(`${what} / rsync and ssh by hand`, ratio(median(times.ours), median(times.rsync)));
  say(`${what}, unchanged, ms, median`, median(again.ours).toFixed(0));
  say(`${what}, unchanged / rsync and ssh by hand`, ratio(median(again.ours), median(again.rsync)));
}

let runs = 0;

/** What happens once a run was agreed to, until its log is read. */
async function firstLine(remote: Remote, instanceId: number, from: string, workdir: string): Promise<void> {
  const id = `bench-${process.pid}-${++runs}`;
  const near = await nearTree({ contentsOf: from }, { signal });
  const task = { setup: '', run: 'echo first line', resume: '', variables: {}, idle: undefined, limit: 600 };
  const end = { then: 'keep', hasNoResults: true, base: 'http://127.0.0.1:9' } as const;
  const isWatched = startRun(remote, { ...task, ...end, id, workdir, instanceId }, signal);
  const [plan] = await Promise.all([planned(remote, near, workdir), isWatched]);
  await upload(remote, plan, { signal, report: () => undefined, next: letRunScript(id) });
  const seen = new AbortController();
  const output = (chunk: Buffer): void => {
    if (chunk.includes('first line')) seen.abort();
  };
  await runScript(remote, followScript(id), { signal: seen.signal, output }).catch((error: unknown) => {
    if (!seen.signal.aborted) throw error;
  });
}

type Near = Awaited<ReturnType<typeof nearTree>>;

const planned = (remote: Remote, near: Near, to: string) =>
  planUpload(remote, near, to, { signal, who: 'bench' });

/** Small files in folders of a hundred. */
export async function filled(folder: string, name: string, count: number): Promise<string> {
  for (let at = 0; at < count; at++) {
    const below = join(folder, name, String(Math.floor(at / 100)));
    if (at % 100 === 0) await mkdir(below, { recursive: true });
    await writeFile(join(below, `${at}.txt`), String(at).padEnd(4400, '.'));
  }
  return join(folder, name);
}

function shell(script: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`It ended with ${code}: ${script}`)),
    );
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
