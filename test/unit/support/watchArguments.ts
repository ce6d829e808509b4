import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** The arguments of all processes of this computer, seen again and again until the end is asked for. */
export interface SeenArguments {
  /** Resolves once an argument with this text was seen. */
  sees(text: string): Promise<void>;
  /** Each argument once, as a line. */
  end(): string;
}

export function watchArguments(): SeenArguments {
  // It ends with this process, however that does.
  const loop = `while kill -0 ${process.pid} 2>/dev/null; do cat /proc/[0-9]*/cmdline 2>/dev/null; done`;
  // Gigabytes come together in minutes otherwise.
  const once = `tr '\\0' '\\n' | awk '!seen[$0]++ { print; fflush() }'`;
  const file = path.join(os.tmpdir(), `gpu-rental-arguments-${process.pid}`);
  const watcher = spawn('sh', ['-c', `${loop} | ${once} > "$0"`, file], { detached: true, stdio: 'ignore' });
  const stop = (): void => void (watcher.exitCode ?? process.kill(-watcher.pid!, 'SIGKILL'));
  onTestFinished(() => rm(file, { force: true }));
  const seen = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    sees: (text) => expect.poll(() => seen().includes(text)).toBe(true),
    end: () => {
      stop();
      return seen();
    },
  };
}
