import { execFile } from 'node:child_process';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { SharedConnections } from '../../src/ssh/run/sharedConnections';
import { download, planDownload } from '../../src/ssh/transfer/download';
import { nearTree } from '../../src/ssh/transfer/nearTree';
import type { Remote } from '../../src/ssh/transfer/remoteShell';
import type { CopyProgress, CopyResult } from '../../src/ssh/transfer/stage';
import { planUpload, upload } from '../../src/ssh/transfer/upload';
import { closeAll } from '../host/lifetime';
import { removeFolder, temporaryFolder } from '../host/paths';
import { rentMachine } from '../host/rentedMachine';
import { crowding, say } from './figures';
import { filled } from './runs';

const { signal } = new AbortController();
const megabyte = 1024 * 1024;

/** What copies that break off in the middle and are continued take of the extension host, whose place this process takes. */
export async function measureCopies(): Promise<void> {
  const folder = await temporaryFolder('bench');
  const machine = await rentMachine(folder, {});
  const remote = {
    ...{ program: 'ssh', alias: `gpu-${machine.id}` },
    ...{ configFile: machine.configFile, defaultConfigFile: '' },
    connections: new SharedConnections(),
  };
  try {
    // Without the way in between, which is a part of this process.
    const port = machine.control.instance(machine.id).ports?.['22/tcp']?.[0]?.HostPort;
    const config = await readFile(machine.configFile, 'utf8');
    await writeFile(machine.configFile, config.replace(/Port \d+/, `Port ${port}`));
    const work = { remote, home: machine.home, folder };
    await measureThereAndBack(work, 'of 50,000 files', await filled(folder, 'many', 50_000));
    await measureThereAndBack(work, 'of a file of 10 GiB', await bigFile(join(folder, 'big')));
    say('how many times longer than alone things take now, for other work (1: alone)', crowding().toFixed(1));
  } finally {
    machine.wire.close();
    await closeAll([
      ['The sandbox', () => machine.sandbox.close()],
      ['The folder', () => removeFolder(folder)],
    ]);
  }
}

type Report = (progress: CopyProgress) => void;
type Copy = (options: { signal: AbortSignal; report: Report }) => Promise<CopyResult>;

async function measureThereAndBack(
  { remote, home, folder }: { remote: Remote; home: string; folder: string },
  what: string,
  from: string,
): Promise<void> {
  const [there, back] = [join(home, 'copied'), join(folder, 'back')];
  await measure(`${what}, up`, async (options) => {
    const near = await nearTree({ contentsOf: from }, { signal });
    return upload(remote, await planUpload(remote, near, '~/copied', { signal, who: 'bench' }), options);
  });
  await measure(`${what}, down`, async (options) =>
    download(remote, await planDownload(remote, { folder: '~/copied' }, back, { signal }), options),
  );
  for (const copy of [there, back]) {
    const { stdout } = await promisify(execFile)('sh', ['-c', 'diff -rq "$0" "$1" | head -n 20', from, copy]);
    if (stdout !== '') throw new Error(stdout);
    await rm(copy, { recursive: true });
  }
  await rm(from, { recursive: true });
}

/** Breaks a copy off when half of it was copied, and continues it. */
async function measure(what: string, copy: Copy): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let [most, longest, last] = [before, 0, processorTime()];
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  delays.enable();
  const breaking = new AbortController();
  const report: Report = ({ bytes, total }) => bytes > total / 2 && breaking.abort();
  await copy({ signal: breaking.signal, report }).catch((error: unknown) => {
    if (!breaking.signal.aborted) throw error;
  });
  const { kept, damaged } = await copy({ signal, report: () => undefined });
  if (kept.length + damaged.length > 0)
    throw new Error(`Left: ${kept.slice(0, 5).join(', ')}. Damaged: ${damaged.slice(0, 5).join(', ')}`);
  delays.disable();
  clearInterval(looking);
  say(`copy ${what}: memory at its most, MiB more than before`, ((most - before) / megabyte).toFixed(0));
  say(`copy ${what}: longest piece of work, ms of processor`, longest.toFixed(0));
  say(`copy ${what}: longest delay, ms`, (delays.max / 1e6).toFixed(0));
}

/** Milliseconds of processor that this process has used. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** 10 GiB in which no piece is like another. */
async function bigFile(folder: string): Promise<string> {
  await mkdir(folder);
  const file = await open(join(folder, 'big.bin'), 'w');
  const piece = Buffer.alloc(16 * megabyte, 'a piece of it');
  for (let at = 0; at < 640; at++) {
    piece.write(String(at));
    await file.write(piece);
  }
  await file.close();
  return folder;
}
