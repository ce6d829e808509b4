import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AccountFiles } from '../account/accountFiles';
import { succeeds } from '../../files/disk';
import { ignore } from '../../log/log';
import { ifMissing, ifThere } from '../windows/jsonFile';

/** The kinds of marks, and their folders. */
const folders = {
  /** A person waits for it to run. */
  pendingStart: 'awaited',
  /** The same, and the person was notified that it waits for its GPU. */
  queuedStart: 'queued',
  /** The same, and the person was notified that it takes unusually long. */
  slowStart: 'late',
  /** Its SSH entry uses the service's proxy. */
  viaProxy: 'proxied',
  /** Not an instance but a machine: an instance did not start there. */
  badMachines: 'badMachines',
  /** Machines and hosts that searches leave out. */
  hiddenMachines: 'hiddenMachines',
  hiddenHosts: 'hiddenHosts',
} as const;

/**
 * Marked instances: one empty file each, so that the mark stays after the window closes, all windows see it, and
 * exactly one of them removes it.
 */
export class MarkerFiles {
  readonly #accounts: AccountFiles;
  readonly #folderName: string;

  constructor(accounts: AccountFiles, mark: keyof typeof folders) {
    this.#accounts = accounts;
    this.#folderName = folders[mark];
  }

  async add(accountId: string, instanceId: number): Promise<void> {
    const { disk } = this.#accounts;
    await disk.makeFolder(this.#folder(accountId));
    await this.take(accountId, instanceId);
    const made = await disk.createExclusive(this.#file(accountId, instanceId), 0o600).catch(ifThere);
    await made?.close();
  }

  /** Marked instances, and when they were marked, in milliseconds since the epoch. */
  async list(accountId: string): Promise<Map<number, number>> {
    const { disk, log } = this.#accounts;
    const reading = disk.readdir(this.#folder(accountId)).catch(ifMissing);
    const names = (await reading.catch(ignore(log, 'the marks are read again later'))) ?? [];
    const found = new Map<number, number>();
    for (const id of names.filter((name) => /^\d+$/.test(name)).map(Number)) {
      const looking = disk.lstat(this.#file(accountId, id)).catch(ifMissing);
      const file = await looking.catch(ignore(log, 'the mark is read again later'));
      if (file) found.set(id, file.modifiedMs);
    }
    return found;
  }

  /** Removes the mark; true for the one caller, in all windows, that did. */
  async take(accountId: string, instanceId: number): Promise<boolean> {
    const { disk, log } = this.#accounts;
    const file = this.#file(accountId, instanceId);
    // Windows lets several remove a file that another program still reads, but only one rename it.
    const own = `${file}.${randomUUID()}.taken`;
    const taken = await succeeds(disk.rename(file, own));
    if (taken) await disk.unlink(own).catch(ignore(log, 'the name is no mark, and the mark is taken'));
    return taken;
  }

  #folder(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), this.#folderName);
  }

  #file(accountId: string, instanceId: number): string {
    return join(this.#folder(accountId), String(instanceId));
  }
}

/** The starts that a person waits for. */
export class StartMarks {
  readonly #untold: MarkerFiles;
  readonly #queued: MarkerFiles;
  readonly #all: readonly MarkerFiles[];

  constructor(marks: Readonly<Record<'pendingStart' | 'queuedStart' | 'slowStart', MarkerFiles>>) {
    const { pendingStart, queuedStart, slowStart } = marks;
    this.#untold = pendingStart;
    this.#queued = queuedStart;
    this.#all = [pendingStart, queuedStart, slowStart];
  }

  /** @param isTold the person was notified that it waits for its GPU */
  async add(accountId: string, instanceId: number, { isTold = false } = {}): Promise<void> {
    const marks = isTold ? this.#queued : this.#untold;
    await marks.add(accountId, instanceId);
    // Of an earlier start. Two looks at once would each take one of two marks, and both notify.
    for (const others of this.#all) if (others !== marks) await others.take(accountId, instanceId);
  }

  /** It is no longer waited for, whatever the person was told so far. */
  async take(accountId: string, instanceId: number): Promise<boolean> {
    const taken = await Promise.all(this.#all.map((marks) => marks.take(accountId, instanceId)));
    return taken.includes(true);
  }
}
