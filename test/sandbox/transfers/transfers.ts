import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { COPY_SECONDS } from '../choices';
import type { Clock, Timer } from '../clock';
import type { SshHosts } from '../ssh/sshHosts';

/** A copy that is under way into some place, an instance ("C.5") or a volume ("V.7"). */
interface Copy {
  to: string;
  timer: Timer;
  cancelled: () => void;
}

/** Moves real files between the folders of instances, volumes and clouds. */
export class Transfers {
  readonly #clock: Clock;
  readonly #sshHosts: SshHosts;
  #copies: Copy[] = [];

  constructor(clock: Clock, sshHosts: SshHosts) {
    this.#clock = clock;
    this.#sshHosts = sshHosts;
  }

  home(instanceId: number): string {
    return this.#sshHosts.home(instanceId);
  }

  folderOfVolume(volumeId: number): string {
    return this.#sshHosts.work.of(`volume-${volumeId}`);
  }

  folderOfCloud(connectionId: number): string {
    return this.#sshHosts.work.of(`cloud-${connectionId}`);
  }

  /**
   * Copies after a while, unless it is cancelled. As with rsync, a source that ends in a slash stands for what is in it.
   * @param done told how it ended
   * @param moves false: a rehearsal
   */
  begin(to: string, from: string, into: string, done: (outcome: string) => void, moves = true): void {
    const timer = this.#clock.after(COPY_SECONDS, () => {
      this.#copies = this.#copies.filter((one) => one.timer !== timer);
      done(moves ? copyFiles(from, into) : 'Copy finished.');
    });
    this.#copies.push({ to, timer, cancelled: () => done('Copy cancelled.') });
  }

  /** Ends every copy into a place; how many there were. */
  cancel(to: string): number {
    const ended = this.#copies.filter((one) => one.to === to);
    this.#copies = this.#copies.filter((one) => one.to !== to);
    for (const { timer, cancelled } of ended) {
      timer.cancel();
      cancelled();
    }
    return ended.length;
  }
}

/** Copies at once; the words that say how this ended. */
export function copyFiles(from: string, into: string): string {
  if (!existsSync(from)) return 'Copy failed: the source does not exist.';
  const isFolder = statSync(from).isDirectory();
  const inFolder = !isFolder || !from.endsWith('/');
  const target = inFolder && (into.endsWith('/') || isFolder) ? join(into, basename(from)) : into;
  mkdirSync(join(target, isFolder ? '.' : '..'), { recursive: true });
  cpSync(from, target, { recursive: true, preserveTimestamps: true });
  return 'Copy finished.';
}
