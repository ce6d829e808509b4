import { execFile } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const LIMIT_MS = 60_000;
const MAX_OUTPUT = 2 ** 20;

/** Runs a command in the home of an instance that runs, in a real shell; resolves to what it printed. */
export function runInShell(
  home: string,
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const options = {
    cwd: home,
    env: { PATH: process.env.PATH, ...env, HOME: home },
    timeout: LIMIT_MS,
    maxBuffer: MAX_OUTPUT,
  };
  return new Promise((resolve) => {
    // Both streams as one, as a terminal shows them; a command that fails has its words as output.
    const child = execFile('sh', ['-c', `exec 2>&1\n${command}`], options, (_error, stdout) =>
      resolve(stdout),
    );
    child.stdin?.end();
  });
}

/** What may be done on the disk of an instance that is stopped. */
export const commandsWhileStopped = ['ls', 'rm', 'du'] as const;

/** The place in a home of a path as the instance has it: /root is the home, other folders are in it. */
export function placeIn(home: string, path: string): string {
  const inside = posix.join('/', path.replace(/^~(?=\/|$)/, '/root'));
  return join(home, inside.replace(/^\/root(?=\/|$)/, ''));
}

/**
 * Lists, removes or measures on the disk of an instance that is stopped.
 * @returns undefined when the command is none of the three
 */
export function runOnDisk(home: string, command: string): string | undefined {
  const [name, ...words] = command.trim().split(/\s+/);
  const known = commandsWhileStopped.find((one) => one === name);
  if (known === undefined || /[;&|<>$`\\'"(){}*?\n]/.test(command)) return undefined;
  const paths = words.filter((word) => !word.startsWith('-'));
  const targets = paths.length === 0 ? ['.'] : paths;
  return targets.map((path) => onDisk(known, placeIn(home, path), path)).join('');
}

function onDisk(command: (typeof commandsWhileStopped)[number], place: string, path: string): string {
  try {
    const isFolder = statSync(place).isDirectory();
    if (command === 'rm') {
      rmSync(place, { recursive: true });
      return '';
    }
    if (command === 'du') return `${Math.ceil(sizeOf(place) / 1024)}\t${path}\n`;
    const names = isFolder ? readdirSync(place).filter((name) => !name.startsWith('.')) : [path];
    return names
      .toSorted()
      .map((name) => `${name}\n`)
      .join('');
  } catch {
    // As the command itself says so.
    return `${command}: cannot access '${path}': No such file or directory\n`;
  }
}

function sizeOf(place: string): number {
  const found = statSync(place);
  if (!found.isDirectory()) return found.size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(join(place, name)), found.size);
}
