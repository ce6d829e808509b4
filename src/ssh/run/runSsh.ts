import { spawn } from 'node:child_process';
import { commandOf } from './command';
import { whenEnded } from './childEnd';
import { isMissing } from '../errors';

export interface RunOptions {
  /** The program; `ssh` from the PATH if missing. */
  program?: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Environment variables added to this process's own. */
  env?: Record<string, string>;
  /** The text for its standard input; empty if missing. */
  input?: string | undefined;
}

/** How a child process ended. `code` is null if it was killed; `missing` is set if the program doesn't exist. */
export interface RunResult {
  code: number | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  missing: boolean;
}

/** Characters of each stream that are kept: the last ones. */
export const outputLimit = 256 * 1024;

/** Runs a program with its arguments, never through a shell. */
export function runProgram(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { program = 'ssh', signal, timeoutMs = 30_000 } = options;
  return new Promise((resolve, reject) => {
    const command = commandOf(program, args);
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    const output = { stdout: '', stderr: '' };
    let timedOut = false;
    const collect = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
      output[stream] = (output[stream] + chunk.toString()).slice(-outputLimit);
    };
    const stop = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, timeoutMs);
    const clean = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    // A program that doesn't read its input may end before the input is written.
    child.stdin?.on('error', () => undefined).end(options.input);
    child.stdout?.on('data', collect('stdout'));
    child.stderr?.on('data', collect('stderr'));
    child.on('error', (error) => {
      clean();
      if (isMissing(error)) resolve({ code: null, ...output, timedOut: false, missing: true });
      else reject(error);
    });
    whenEnded(child, (code) => {
      clean();
      resolve({ code, ...output, timedOut, missing: false });
    });
  });
}
