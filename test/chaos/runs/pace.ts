import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

/**
 * How many times as long starts of ssh and copies take, which don't go by the pace, on a computer with more than a few
 * programs for each of its cores.
 */
export const busy = (): number => Math.min(3, Math.max(1, loadavg()[0]! / (4 * cpus().length)));

/** A time that goes faster than the real one, from one moment on, for windows, machines and the service alike. */
export class Pace {
  readonly began = Date.now();
  readonly speed: number;

  constructor(speed: number) {
    this.speed = speed;
  }

  /** Seconds since it began. */
  get seconds(): number {
    return ((Date.now() - this.began) / 1000) * this.speed;
  }

  /** Of a time of a file, in real milliseconds since the epoch. */
  secondsAt(realMs: number): number {
    return ((realMs - this.began) / 1000) * this.speed;
  }

  pass(seconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / this.speed));
  }
}

/** Lets this process go by a pace from here on. Returns what sets its clock. Before anything else is loaded. */
export function goBy({ began, speed }: Pick<Pace, 'began' | 'speed'>): (by: number) => void {
  let jumped = 0;
  const [now, monotonic] = [Date.now.bind(Date), performance.now.bind(performance)];
  const [later, again] = [setTimeout, setInterval];
  const paced = (): number => began + (now() - began) * speed + jumped;
  globalThis.Date = class extends Date {
    constructor(...parts: unknown[]) {
      super(...((parts.length === 0 ? [paced()] : parts) as [number]));
    }
    static override now(): number {
      return paced();
    }
  } as DateConstructor;
  performance.now = () => monotonic() * speed;
  const scaled =
    (set: (callback: () => void, ms: number) => unknown) =>
    (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      set(() => callback(...args), ms / speed);
  Object.assign(globalThis, { setTimeout: scaled(later), setInterval: scaled(again) });
  return (by) => (jumped += by);
}

/** Puts programs before those of a machine, so that its time goes by a pace. */
export function makeMachineGoBy({ began, speed }: Pace, programs: string): void {
  mkdirSync(programs, { recursive: true });
  const passed = `$(( ($(/bin/date +%s%3N) - ${began}) * ${speed} / 1000 ))`;
  const stand = {
    sleep: `case $1 in *.*) exec /bin/sleep 0.02 ;; esac
t=$(( $1 * 1000 / ${speed} ))
exec /bin/sleep "$((t / 1000)).$(printf %03d $((t % 1000)))"`,
    date: `[ "$*" = +%s ] || exec /bin/date "$@"\necho $(( ${Math.floor(began / 1000)} + ${passed} ))`,
    cut: `[ "$2 $3" = '-f1 /proc/uptime' ] || exec /usr/bin/cut "$@"\necho ${passed}`,
    find: `case "$2 $3" in '-mmin -'[0-9]*) ;; *) exec /usr/bin/find "$@" ;; esac
t=$((\${3#-} * 60000 / ${speed}))
exec /usr/bin/find "$1" -newermt "$((t / 1000)).$(printf %03d $((t % 1000))) seconds ago"`,
  };
  for (const [name, script] of Object.entries(stand)) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
}
