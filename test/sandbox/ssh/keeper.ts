import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * A small process beside the sandbox that ends its sshds. It reads one JSON line a command and lives as long
 * as its standard input: when the sandbox goes, in whatever way, the keeper kills what it keeps with all
 * descendants (sshd gives each connection a session of its own, so a process group does not hold them),
 * removes the folder and ends.
 */
export class Keeper {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, () => void>();

  /** @param folder the folder that disappears with the sandbox */
  constructor(folder: string) {
    const child = spawn(process.execPath, ['-e', keeperSource, folder], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
      env: { PATH: process.env.PATH },
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', () => resolve()));
    child.stdin?.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#waiting.get(Number(line))?.();
      this.#waiting.delete(Number(line));
    });
    child.unref();
  }

  /** Kills `pid`, all its descendants and whatever else has this home, when the sandbox ends. */
  keep(pid: number, home: string): void {
    this.#send({ keep: pid, home });
  }

  /** The same now. */
  async end(pid: number): Promise<void> {
    const done = new Promise<void>((resolve) => this.#waiting.set(pid, resolve));
    this.#send({ end: pid });
    await Promise.race([done, this.#ended]);
  }

  /** Ends everything kept, removes the folder. */
  async close(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }

  #send(command: object): void {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
  }
}

/** Plain JavaScript, so that it runs wherever the sandbox is and however it was built. */
const keeperSource = String.raw`
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const kept = new Map();
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('SIGHUP', () => {});

function parents() {
  try {
    return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
      try {
        const stat = fs.readFileSync('/proc/' + pid + '/stat', 'utf8');
        return [[Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch { return []; }
    });
  } catch {
    return execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=']).toString().trim().split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
  }
}

/** When it was started; undefined if it has ended, or nobody can tell. */
function startOf(pid) {
  try {
    const stat = fs.readFileSync('/proc/' + pid + '/stat', 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch { return undefined; }
}

/** Those that have left their parents, such as the server of a terminal multiplexer. */
function livingIn(home) {
  try {
    return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
      try {
        return fs.readFileSync('/proc/' + pid + '/environ', 'utf8').split('\0').includes('HOME=' + home);
      } catch { return false; }
    });
  } catch { return []; }
}

function kill(pid, { home, start }) {
  const table = parents();
  // What has ended may have left its number to a process of somebody else.
  const tree = startOf(pid) === start ? [pid, ...livingIn(home)] : livingIn(home);
  for (let i = 0; i < tree.length; i += 1) {
    for (const [child, parent] of table) if (parent === tree[i]) tree.push(child);
  }
  for (const one of tree) { try { process.kill(one, 'SIGKILL'); } catch {} }
}

require('node:readline').createInterface({ input: process.stdin })
  .on('line', (line) => {
    const command = JSON.parse(line);
    if (command.keep) kept.set(command.keep, { home: command.home, start: startOf(command.keep) });
    if (command.end) {
      const known = kept.get(command.end);
      if (kept.delete(command.end)) kill(command.end, known);
      process.stdout.write(command.end + '\n');
    }
  })
  .on('close', () => {
    for (const [pid, known] of kept) kill(pid, known);
    try {
      for (const [, place] of fs.readFileSync('/proc/mounts', 'utf8').split('\n').map((line) => line.split(' ')))
        if (place?.startsWith(process.argv[1] + '/')) execFileSync('umount', ['-l', place]);
    } catch {}
    fs.rmSync(process.argv[1], { recursive: true, force: true });
    process.exit(0);
  });
`;
