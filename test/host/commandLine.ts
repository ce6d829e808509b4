import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { node24 } from './paths';

/** One plain line for a person who waits; never on stdout's machine-readable last lines. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** The command is killed and the promise rejects when it takes longer. */
  timeoutMs?: number;
}

/**
 * Runs a program to its end without a shell and resolves to its standard output.
 *
 * Rejects with the last lines of its output when it fails, does not exist or takes too long.
 */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      // npm and npx are .cmd files on Windows, which only a shell starts; every argument here is our own constant.
      shell: process.platform === 'win32' && /^np[mx]$/.test(program),
    });
    let output = '';
    let everything = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      everything += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => (everything += data.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else {
        const how = signal ? `was ended by ${signal}` : `ended with ${code ?? 'no code'}`;
        reject(new Error(`${program} ${args.join(' ')} ${how}:\n${lastLines(everything, 15)}`));
      }
    });
  });
}

/** The absolute path of a program on PATH, or undefined. */
export function findProgram(...names: readonly string[]): string | undefined {
  const extensions = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter))
      for (const extension of extensions) {
        const candidate = join(folder, name + extension);
        if (folder && isExecutable(candidate)) return candidate;
      }
  return undefined;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The environment for an npm that works on another folder than ours: without what `npm run` told about this package,
 * and with Node 24 first on the PATH.
 */
export function foreignNpmEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env))
    if (!/^npm_(package|lifecycle|config_local_prefix|config_prefix|command)/i.test(name)) env[name] = value;
  env.PATH = `${dirname(node24())}${delimiter}${process.env.PATH ?? ''}`;
  return env;
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
