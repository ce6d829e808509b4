import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Life } from './time';
import type { Computer } from './window';

const minute = 60_000;
let opened = 0;

/** Windows whose folder is on an instance, as far as the others know of them: each has a mark that it renews. */
export class RemoteWindows {
  readonly #computer: Computer;
  readonly #open = new Map<number, { life: Life; mark: string }>();

  constructor(computer: Computer) {
    this.#computer = computer;
  }

  isOpen(instanceId: number): boolean {
    return this.#open.has(instanceId);
  }

  get instanceIds(): number[] {
    return [...this.#open.keys()];
  }

  open(instanceId: number): void {
    if (this.#open.has(instanceId)) return;
    opened += 1;
    // Greater than any id that Linux gives, and than those of the other windows.
    const pid = 200_000_000 + opened;
    const life: Life = { isOver: false, name: `remote window ${opened}` };
    this.#computer.processes.set(pid, life);
    const folder = join(this.#computer.storage, 'windows-on', String(instanceId));
    const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
    const mark = join(folder, `${pid}-${pid}-${host}`);
    mkdirSync(folder, { recursive: true });
    this.#open.set(instanceId, { life, mark });
    this.#renew(instanceId, life, mark);
  }

  close(instanceId: number): void {
    const window = this.#open.get(instanceId);
    if (!window) return;
    this.#open.delete(instanceId);
    window.life.isOver = true;
    this.#computer.time.forget(window.life);
    rmSync(window.mark, { force: true });
  }

  #renew(instanceId: number, life: Life, mark: string): void {
    const { time } = this.#computer;
    closeSync(openSync(mark, 'a'));
    utimesSync(mark, time.now() / 1000, time.now() / 1000);
    time.after(minute, () => this.#renew(instanceId, life, mark), life);
  }
}
