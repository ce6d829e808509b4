import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { connectControl } from '../../sandbox';
import { findSshd } from '../../sandbox/ssh/sshd';

const cli = join(import.meta.dirname, '../../sandbox/cli.ts');
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

interface Running {
  child: ChildProcess;
  url: string;
  apiKey: string;
  ended: Promise<number | null>;
}

/** Starts the command-line sandbox in a process of its own. */
async function startCli(...options: string[]): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', cli, '--boot-seconds', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(.+?): +(.+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) said.set(name, value);
    if (said.has('SSH user')) break;
  }
  return { child, url: said.get('Sandbox') ?? '', apiKey: said.get('API key') ?? '', ended };
}

/** Rents an instance and answers the process id of its sshd and the folder of its files. */
async function rentThere({ url, apiKey }: Running): Promise<{ sshd: number; folder: string }> {
  const control = connectControl(url);
  const [offer] = await control.freeOffers();
  await fetch(`${url}/api/v0/asks/${offer}/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ image: 'a', runtype: 'ssh' }),
  });
  await expect
    .poll(async () => (await control.instance((await control.instanceIds())[0] ?? 0)).actual_status)
    .toBe('running');
  const { ssh_port: port } = await control.instance((await control.instanceIds())[0] ?? 0);
  const line = processes().find(([, command]) => command.includes(`-p ${port} `));
  const folder = /-h (\S+)\/\d+\/host_key/.exec(line?.[1] ?? '')?.[1];
  return { sshd: line?.[0] ?? 0, folder: folder ?? '' };
}

function processes(): [number, string][] {
  if (!existsSync('/proc')) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'command=']).toString().trim().split('\n');
    return lines.map((line) => [Number.parseInt(line, 10), line]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [Number(pid), commandOf(pid)]);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  return processes().some(([one, command]) => one === pid && command !== '');
}

describe('the sandbox as a program', () => {
  it('prints its URL and a key of its own, and ends on SIGTERM', async () => {
    const first = await startCli('--no-sshd', '--offers', '50');
    const second = await startCli('--no-sshd', '--offers', '50', '--list', 'v1', '--extensions', 'off');
    expect(first.apiKey).toMatch(/^[0-9a-f]{64}$/);
    expect(second.apiKey).not.toBe(first.apiKey);
    const status = async (path: string) =>
      (await fetch(second.url + path, { headers: { authorization: `Bearer ${second.apiKey}` } })).status;
    expect([await status('/api/v0/instances/'), await status('/api/v0/ssh/')]).toEqual([410, 404]);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  });

  it('says what it takes when it is called wrongly', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', cli, '--list', 'v7'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.push(child);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
    expect(said).toContain('--list: one of v0, v1');
    expect(said).not.toContain('    at ');
  });

  it.skipIf(findSshd() === undefined).each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'leaves no sshd and no file behind when %s ends it',
    async (signal) => {
      const running = await startCli('--offers', '50');
      const { sshd, folder } = await rentThere(running);
      expect(isAlive(sshd)).toBe(true);
      expect(folder.startsWith(join(tmpdir(), 'gpu-rental-sandbox-'))).toBe(true);
      running.child.kill(signal);
      await running.ended;
      await expect.poll(() => isAlive(sshd)).toBe(false);
      await expect.poll(() => existsSync(folder)).toBe(false);
    },
  );
});
