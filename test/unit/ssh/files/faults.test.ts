import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileSystem } from '../../../../src/ssh/files/fileSystem';
import type { SshEntry } from '../../../../src/ssh/config/hostEntry';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { faultyFileSystem, quickFileSystem, type Fault } from '../support/faultyFileSystem';
import { memoryFolder } from '../support/temporary';

const original = 'Host mine\r\n\tUser "me" # kept\r\nHost *\r\n  Port 99';
const include = (home: string): string => `Include ${home}/.ssh/gpu-rental/config`;
const entry: SshEntry = { instanceId: 7, host: '203.0.113.5', port: 41_022, user: 'root' };

interface Scenario {
  name: string;
  /** The state before, made on a healthy disk. */
  before: (config: SshConfig) => Promise<void>;
  act: (config: SshConfig) => Promise<unknown>;
}

const nothing = async (): Promise<void> => undefined;
const integrated = async (config: SshConfig): Promise<void> => {
  await config.ensureInclude();
  await config.writeEntries([entry]);
  await writeFile(config.paths.knownHosts, 'gpu-7 a b\ngpu-8 a b\n');
};

const scenarios: Scenario[] = [
  { name: 'ensureInclude', before: nothing, act: (config) => config.ensureInclude() },
  { name: 'writeEntries, first', before: nothing, act: (config) => config.writeEntries([entry]) },
  {
    name: 'writeEntries, update',
    before: integrated,
    act: (config) => config.writeEntries([{ ...entry, port: 5 }]),
  },
  { name: 'forgetHostKey', before: integrated, act: (config) => config.forgetHostKey('gpu-8') },
  { name: 'remove', before: integrated, act: (config) => config.remove() },
];

describe('a fault at every file-system step', () => {
  it.each(scenarios)('of $name leaves each file old or new, and the next try works', async (scenario) => {
    const folder = await memoryFolder();
    const expected = await stateAfter(path.join(folder, 'whole'), scenario);
    let faults = 0;
    for (const fault of ['fails', 'stops'] as const) {
      for (let at = 0; ; at++) {
        const home = path.join(folder, `${fault}-${at}`);
        const steps = await tryFault(home, { ...scenario, expected }, at, fault);
        if (at >= steps) break;
        faults++;
      }
    }
    console.log(`${scenario.name}: ${faults} faults`);
    expect(faults).toBeGreaterThan(20);
  });
});

interface Expecting extends Scenario {
  /** What the action makes on a healthy disk. */
  expected: Record<string, string>;
}

/** Resolves to the number of steps that the action took. */
async function tryFault(
  home: string,
  { before, act, expected }: Expecting,
  at: number,
  fault: Fault,
): Promise<number> {
  const file = path.join(home, '.ssh', 'config');
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, original, { mode: 0o640 });
  await before(configOn(quickFileSystem, home));
  const old = await state(home);

  const fs = faultyFileSystem(at, fault);
  await act(configOn(fs, home)).catch(() => undefined);
  const left = await state(home);
  for (const name of Object.keys({ ...old, ...expected })) {
    expect([old[name], expected[name]], `${name} after step ${at} (${fs.steps[at] ?? ''})`).toContain(
      left[name],
    );
  }

  // The lock of a process that stopped is that of this one, which lives.
  await act(configOn(quickFileSystem, home, () => false));
  expect(await state(home)).toEqual(expected);

  await configOn(quickFileSystem, home, () => false).remove();
  expect(await readFile(file, 'utf8')).toBe(original);
  const traces = ['.ssh/config', '.ssh/config.before-gpu-rental'];
  expect((await names(home)).filter((name) => !traces.includes(name))).toEqual([]);
  await rm(home, { recursive: true, maxRetries: 5 });
  return fs.steps.length;
}

/** What the same action makes on a healthy disk. */
async function stateAfter(home: string, scenario: Scenario): Promise<Record<string, string>> {
  const file = path.join(home, '.ssh', 'config');
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, original, { mode: 0o640 });
  await scenario.before(configOn(quickFileSystem, home));
  await scenario.act(configOn(quickFileSystem, home));
  const result = await state(home);
  await rm(home, { recursive: true, maxRetries: 5 });
  return result;
}

function configOn(fs: FileSystem, home: string, isAlive?: () => boolean): SshConfig {
  const file = path.join(home, '.ssh', 'config');
  const homes = { home, passwordHome: '/nowhere' };
  return new SshConfig({
    fs,
    configFile: file,
    defaultConfigFile: '',
    ...homes,
    now: () => 1_000,
    lock: isAlive ? { isAlive } : {},
  });
}

/** Contents of all files that are not temporary, with the home directory's name taken out. */
async function state(home: string): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const name of await names(home)) {
    if (/\.tmp$|lock$/.test(name)) continue;
    const content = await readFile(path.join(home, name), 'utf8');
    // A record of nothing is as good as none.
    if (content.includes('"files": []')) continue;
    result[name] = content.replaceAll(include(home), 'INCLUDE').replaceAll(home, '');
  }
  return result;
}

async function names(home: string): Promise<string[]> {
  const all = await readdir(home, { recursive: true, withFileTypes: true });
  return all
    .filter((item) => item.isFile())
    .map((item) => path.relative(home, path.join(item.parentPath, item.name)));
}
