import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { node24 } from './paths';

export interface ProcessGroup {
  /** Resolves when the program has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends the program and all it started; resolves when they are gone. */
  stop(): Promise<void>;
}

export interface ProcessGroupOptions {
  env: NodeJS.ProcessEnv;
  /** A folder that goes when the program has gone. */
  temporaryFolder?: string;
  /** Called with each line of the program's output. */
  onLine: (line: string) => void;
}

/**
 * Starts a program that ends together with this process, even when this process is killed: between the two stands
 * `keeper.mjs`, whose standard input closes with us.
 */
export function startProcessGroup(
  program: string,
  args: readonly string[],
  { env, temporaryFolder = '-', onLine }: ProcessGroupOptions,
): ProcessGroup {
  const keeper = spawn(
    node24(),
    [join(import.meta.dirname, 'keeper.mjs'), temporaryFolder, program, ...args],
    {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that Ctrl+C in our terminal leaves the order of ending to us.
      detached: process.platform !== 'win32',
    },
  );
  const ended = once(keeper, 'exit').then(() => undefined);
  keeper.stdin.on('error', () => undefined);
  for (const stream of [keeper.stdout, keeper.stderr]) createInterface(stream).on('line', onLine);
  return {
    ended,
    stop: async () => {
      keeper.stdin.end();
      await ended;
    },
  };
}
