import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '../../host/paths';
import { startProcessGroup } from '../../host/processGroup';

/** A program that starts another one and says both process ids. */
const family = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  console.log(process.pid + ' ' + child.pid);
  setInterval(() => {}, 1000);
`;

describe('a process group', () => {
  const folders: string[] = [];
  afterEach(() => Promise.all(folders.splice(0).map(removeFolder)));

  it('hands on the lines and ends with all it started, its folder included', async () => {
    const folder = await temporaryFolder('test');
    let said: (line: string) => void;
    const line = new Promise<string>((resolve) => (said = resolve));
    const group = startProcessGroup(process.execPath, ['-e', family], {
      env: process.env,
      temporaryFolder: folder,
      onLine: (text) => said(text),
    });
    const pids = (await line).split(' ').map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    await group.stop();
    // The system may take a moment for one that was killed.
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
    expect(existsSync(folder)).toBe(false);
  });

  it('tells when the program ends by itself', async () => {
    const options = { env: process.env, onLine: () => undefined };
    await startProcessGroup(process.execPath, ['-e', ''], options).ended;
    await startProcessGroup('/no/such/program', [], options).ended;
  });

  it('ends even when the one who started it is killed', async () => {
    const folder = await temporaryFolder('test');
    folders.push(folder);
    const file = join(folder, 'pids');
    const owner = join(import.meta.dirname, 'support/groupOwner.ts');
    const parent = spawn(process.execPath, ['--import', 'tsx', owner, family, file], { stdio: 'ignore' });
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).not.toBe('');
    const pids = (await readFile(file, 'utf8')).split(' ').map(Number);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await expect.poll(() => pids.some(isAlive)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What has ended but was not collected by its parent still has an id.
    return !existsSync('/proc/self/stat') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
