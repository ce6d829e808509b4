import { randomBytes } from 'node:crypto';
import { access, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, succeeds } from '../../files/disk';
import { unlessAborted } from '../../files/unlessAborted';
import { spawnTied } from './spawnTied';
import { type AliasCommand, sshArguments } from './sshCommand';

/** A socket's path may have 104 bytes on macOS, and ssh adds 17 while it makes it. */
const longestPath = 86;

export interface Use {
  /** Arguments of ssh. Empty: it makes a connection of its own. */
  args: readonly string[];
  /** @param isBroken the connection was lost: the next use makes another one */
  end: (isBroken: boolean) => void;
}

interface Shared {
  /** The path of its socket once it stands; undefined where it can't be made, of which ssh itself will say why. */
  ready: Promise<string | undefined>;
  users: number;
  idle: NodeJS.Timeout | undefined;
  close: () => void;
}

/**
 * Connections to machines, each shared by the commands that run there soon one after the other: a login takes several
 * times as long as a command. They end with this process, even if it is killed. The ssh of Windows can't share one.
 */
export class SharedConnections {
  readonly #open = new Map<string, Shared>();
  readonly #folder: string;
  readonly #keptFor: number;

  /**
   * @param folder of the sockets; made for this user alone
   *
   * @param keptFor milliseconds that a connection which nobody uses stays open
   */
  constructor(
    folder: string = path.join(tmpdir(), `gpu-rental-ssh-${process.getuid?.() ?? 0}`),
    keptFor = 20_000,
  ) {
    this.#folder = folder;
    this.#keptFor = keptFor;
  }

  /** Uses the connection to a machine, and makes it if there is none. Rejects only when the signal is aborted. */
  async use(program: string, alias: AliasCommand, signal: AbortSignal): Promise<Use> {
    if (process.platform === 'win32') return { args: [], end: () => undefined };
    const key = JSON.stringify([program, ...sshArguments(alias)]);
    const shared = this.#open.get(key) ?? this.#connect(key, program, alias);
    shared.users++;
    clearTimeout(shared.idle);
    let socket: string | undefined;
    const end = (isBroken: boolean): void => {
      shared.users--;
      // What couldn't be made isn't tried again with each script.
      if (isBroken && socket !== undefined && this.#open.get(key) === shared) this.#open.delete(key);
      if (shared.users > 0) return;
      if (this.#open.get(key) === shared) shared.idle = setTimeout(shared.close, this.#keptFor).unref();
      else shared.close();
    };
    try {
      socket = await unlessAborted(shared.ready, signal);
    } catch (error) {
      shared.users--;
      if (shared.users === 0) shared.close();
      throw error;
    }
    return { args: socket === undefined ? [] : ['-S', socket, '-o', 'ControlMaster=no'], end };
  }

  #connect(key: string, program: string, alias: AliasCommand): Shared {
    const ending = new AbortController();
    const socket = path.join(this.#folder, randomBytes(4).toString('hex'));
    const close = (): void => {
      if (this.#open.get(key) === shared) this.#open.delete(key);
      ending.abort();
    };
    const shared: Shared = {
      ready: this.#start(socket, { program, alias, ending, close }),
      users: 0,
      idle: undefined,
      close,
    };
    this.#open.set(key, shared);
    return shared;
  }

  async #start(
    socket: string,
    {
      program,
      alias,
      ending,
      close,
    }: { program: string; alias: AliasCommand; ending: AbortController; close: () => void },
  ): Promise<string | undefined> {
    if (socket.length > longestPath || !(await isOwnFolder(this.#folder))) return undefined;
    const options = [
      ...['ControlPersist=no', 'LogLevel=ERROR', 'ClearAllForwardings=yes', 'BatchMode=yes'],
      // What is gone is noticed within half a minute, also after a sleep of the computer.
      ...['ServerAliveInterval=10', 'ServerAliveCountMax=3'],
    ];
    const { child, end } = spawnTied(program, [
      ...['-M', '-N', '-T', '-S', socket],
      ...options.flatMap((option) => ['-o', option]),
      ...sshArguments(alias),
    ]);
    // A machine that fails says so to the commands.
    child.stderr?.resume();
    const ended = new AbortController();
    child.on('error', () => ended.abort()).on('exit', () => ended.abort());
    ending.signal.addEventListener('abort', end);
    while (!ended.signal.aborted) {
      if (await succeeds(access(socket))) {
        child.on('exit', close);
        return socket;
      }
      await sleep(10);
    }
    return undefined;
  }
}

/** Whether a folder, made if it is missing, can be entered by this user alone. */
async function isOwnFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    const found = await lstat(folder);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  } catch {
    // Then each command makes a connection of its own.
    return false;
  }
}
