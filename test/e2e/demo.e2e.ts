import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../host/paths';

describe('npm run demo', () => {
  test('shows a window that is signed in', async () => {
    const demo = startDemo('--check');
    const lines = readLines(demo);
    expect(await once(demo, 'exit')).toEqual([0, null]);
    expect(lines).toContain('The window shows the GPU Rental view, signed in to the sandbox.');
  });

  test('prints where the window is when there is no display, and ends whole on Ctrl+C', async () => {
    const demo = startDemo();
    const lines = readLines(demo);
    await expect
      .poll(() => lines.find((line) => line.startsWith('The window is at')), { timeout: 60_000 })
      .toBeTruthy();
    const url = /http\S+/.exec(lines.join('\n'))?.[0] ?? '';
    expect((await fetch(url)).status).toBe(200);
    demo.kill('SIGINT');
    await once(demo, 'exit');
    await expect(fetch(url)).rejects.toThrow();
    expect(lines.at(-1)).toBe('Ending the demo.');
  });
});

function startDemo(...args: string[]): ChildProcess {
  const tsx = join(repository, 'node_modules/tsx/dist/cli.mjs');
  const env: NodeJS.ProcessEnv = { ...process.env, VSCODE_TEST_HOST: 'server' };
  // As on a machine without a display, so that no browser of the person's opens.
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY']) env[name] = '';
  return spawn(process.execPath, [tsx, 'test/host/demo.ts', ...args], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function readLines(child: ChildProcess): string[] {
  const lines: string[] = [];
  createInterface(child.stdout!).on('line', (line) => lines.push(line));
  return lines;
}
