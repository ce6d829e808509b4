import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { repository } from '../host/paths';
import { patience } from './support/patience';

describe('npm run demo', () => {
  test('shows a window that is signed in, in each browser, with the codes that are sent', async () => {
    const demo = startDemo('--check');
    const lines = readLines(demo);
    expect(await once(demo, 'close')).toEqual([0, null]);
    expect(lines).toContain('The window shows the GPU Rental view, signed in to the sandbox.');
    expect(lines).toContain('A code that was sent by email is shown in it.');
    expect(lines.find((line) => /^Email to .*: your code is \d{6}$/.test(line))).toBeTruthy();
    expect(lines).toContain('Addresses of this computer open in the browser.');
    expect(lines).toContain('So does a window in a second browser.');
  });

  test('runs the extension of this checkout and lets a debugger in, as F5 wants it', async () => {
    const demo = startDemo('--check', '--inspect', String(await freePort()));
    const lines = readLines(demo);
    expect(await once(demo, 'close')).toEqual([0, null]);
    expect(lines).toContain('The window shows the GPU Rental view, signed in to the sandbox.');
    expect(lines).toContain('A debugger is let in: yes.');
  });

  test('prints where the window is when there is no display, and ends whole on Ctrl+C', async () => {
    const demo = startDemo();
    const lines = readLines(demo);
    const isUp = () => lines.find((line) => line.startsWith('The window is at'));
    await expect.poll(isUp, { timeout: 5 * patience }).toBeTruthy();
    expect(lines.find((line) => /^The sandbox is at http\S+, its API key is \w+$/.test(line))).toBeTruthy();
    const url = /The window is at (\S+)/.exec(lines.join('\n'))?.[1] ?? '';
    expect((await fetch(url)).status).toBe(200);
    demo.kill('SIGINT');
    await once(demo, 'close');
    await expect(fetch(url)).rejects.toThrow();
    expect(lines.at(-1)).toBe('Ending the demo.');
  });
});

/** One that no system gives to a program by itself, as it is taken only minutes later. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

function startDemo(...args: string[]): ChildProcess {
  const env: NodeJS.ProcessEnv = { ...process.env, VSCODE_TEST_HOST: 'server' };
  // As on a machine without a display, so that no browser of the person's opens.
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY']) env[name] = '';
  return spawn(process.execPath, ['--import', 'tsx', 'test/host/demo.ts', ...args], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** All lines are there once the process is closed, which comes after its exit. */
function readLines(child: ChildProcess): string[] {
  const lines: string[] = [];
  createInterface(child.stdout!).on('line', (line) => lines.push(line));
  return lines;
}
