import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import timersPromises from 'node:timers/promises';
import vm from 'node:vm';
import type { PublicApi } from '../../src/commands/publicApi';
import { diskOf, type Troubles } from './disk';
import { portsOf } from './ports';
import type { LoadPage } from './panels';
import { type Screen, screenOf } from './screen';
import type { Left, Viewer } from './viewer';
import type { Life, SimulatedTimer, Time } from './time';
import type { Memory } from './memory';

/** What the windows of one person share. */
export interface Computer {
  time: Time;
  troubles: Troubles;
  memory: Memory;
  viewer: Viewer;
  left: Left;
  loadPage: LoadPage;
  /** Whether VS Code saves documents by itself. */
  savesByItself: boolean;
  /** Absolute paths. */
  home: string;
  storage: string;
  extensionFolder: string;
  /** The built extension, as one script. */
  bundle: string;
  /** By process id; false for one that has ended. */
  processes: Map<number, Life>;
  chance: () => number;
  /** Lines of what windows did wrong. */
  problems: string[];
}

export interface Window {
  life: Life;
  pid: number;
  screen: Screen;
  exports: PublicApi;
  call: Screen['call'];
  /** As VS Code ends an extension. If it `isIdle`, nothing of it may be left. */
  close(state: { isIdle: boolean }): Promise<void>;
  /** As the system ends a process: nothing of it happens any more. */
  kill(): void;
}

type Evaluate = (...scope: unknown[]) => void;
const scopeNames = [
  ...['require', 'module', 'exports', 'process', 'Date', 'performance', 'Math'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
];
const compiled = new Map<string, Evaluate>();
let opened = 0;

/**
 * Opens a window: evaluates the whole extension once more, in a scope of its own whose modules, timers and clocks are
 * those of the simulated computer, and activates it.
 */
export async function openWindow(computer: Computer): Promise<Window> {
  const { time, processes } = computer;
  opened += 1;
  // Greater than any id that Linux gives.
  const pid = 100_000_000 + opened;
  const life: Life = { isOver: false, name: `window${opened}` };
  processes.set(pid, life);
  const isAlive = (id: number) => processes.has(id) && !processes.get(id)!.isOver;
  const known = (id: number) => (processes.has(id) ? isAlive(id) : undefined);
  const screen = screenOf({ ...computer, life });
  const ports = portsOf(time, life);
  const disk = diskOf({ ...computer, life, isAlive: known });
  const modules = new Map<string, unknown>(
    Object.entries({
      vscode: screen.api,
      fs: disk.sync,
      'fs/promises': disk.promises,
      http: ports.http,
      net: ports.net,
      child_process: ports.childProcess,
      os: { ...os, homedir: () => computer.home },
      'timers/promises': { ...timersPromises, setTimeout: sleeper(time, life) },
    }),
  );
  const real = createRequire(__filename);
  const require = (id: string): unknown => modules.get(id.replace(/^node:/, '')) ?? real(id);
  const module = { exports: {} as { activate(context: unknown): Promise<PublicApi> } };
  const kill = (id: number, signal: string | number): boolean => {
    const isThere = known(id);
    if (isThere === undefined) return process.kill(id, signal);
    if (!isThere) throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
    return true;
  };
  const env = { ...process.env, HOME: computer.home };
  const ownProcess = new Proxy(process, {
    get: (target, name): unknown => {
      if (name === 'pid') return pid;
      if (name === 'kill') return kill;
      if (name === 'env') return env;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const scope = {
    ...{ require, module, exports: module.exports, process: ownProcess },
    ...{ Date: dateOf(time), performance: { now: time.monotonic }, Math: mathOf(computer.chance) },
    ...timersOf(time, life),
  };
  const values = new Map<string, unknown>(Object.entries(scope));
  evaluate(computer.bundle)(...scopeNames.map((name) => values.get(name)));
  const context = computer.memory.contextOf(computer, life);
  const activating = module.exports.activate(context);
  const exports = await time.working('the activation', activating);
  const lost = (error: unknown) => computer.problems.push(`${life.name}: restoring threw ${String(error)}`);
  void Promise.all([screen.panels.restore(), screen.editors.restore()]).catch(lost);
  const reportLeftovers = () => {
    for (const { at, where } of time.timersOf(life))
      computer.problems.push(`${life.name}: a timer in ${at - time.monotonic()} ms was left, set ${where()}`);
    if (ports.open.size > 0)
      computer.problems.push(`${life.name}: ${ports.open.size} sockets or processes were left`);
  };
  const end = () => {
    life.isOver = true;
    time.forget(life);
    screen.close();
    computer.problems.push(...screen.problems.map((problem) => `${life.name}: ${problem}`));
  };
  return {
    life,
    pid,
    screen,
    exports,
    call: screen.call,
    close: async ({ isIdle }) => {
      for (const one of context.subscriptions)
        try {
          await one.dispose();
        } catch (error) {
          computer.problems.push(`${life.name}: closing threw ${String(error)}`);
        }
      // What a person began and did not wait for ends with the process; all else has ended by itself a minute later.
      if (isIdle) {
        await time.pass(60_000);
        reportLeftovers();
      }
      end();
      ports.close();
    },
    kill: () => {
      end();
      ports.close();
    },
  };
}

function evaluate(bundle: string): Evaluate {
  const known = compiled.get(bundle);
  if (known) return known;
  const script = `(function (${scopeNames.join(', ')}) {${readFileSync(bundle, 'utf8')}\n})`;
  const made = vm.runInThisContext(script, { filename: bundle }) as Evaluate;
  compiled.set(bundle, made);
  return made;
}

function dateOf(time: Time): DateConstructor {
  return class extends Date {
    constructor(...parts: unknown[]) {
      super(...((parts.length === 0 ? [time.now()] : parts) as [number]));
    }
    static override now(): number {
      return time.now();
    }
  } as DateConstructor;
}

function mathOf(chance: () => number): Math {
  return Object.create(Math, { random: { value: chance } }) as Math;
}

/** What Node's timers are to the code of the window. */
class Timer {
  readonly timer: SimulatedTimer;
  constructor(timer: SimulatedTimer) {
    this.timer = timer;
  }
  ref = (): this => this;
  unref = (): this => this;
  hasRef = (): boolean => true;
}

function timersOf(time: Time, life: Life) {
  const clear = (timer: unknown) => time.cancel(timer instanceof Timer ? timer.timer : undefined);
  const set = (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
    new Timer(time.after(milliseconds, () => callback(...args), life));
  const repeat = (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
    new Timer(time.after(milliseconds, () => callback(...args), life, milliseconds));
  return { setTimeout: set, setInterval: repeat, clearTimeout: clear, clearInterval: clear };
}

function sleeper(time: Time, life: Life) {
  return <T>(milliseconds: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const aborted = () => {
        time.cancel(timer);
        reject(
          Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }),
        );
      };
      const timer = time.after(
        milliseconds,
        () => {
          signal?.removeEventListener('abort', aborted);
          resolve(value as T);
        },
        life,
      );
      if (signal?.aborted) aborted();
      else signal?.addEventListener('abort', aborted, { once: true });
    });
}
