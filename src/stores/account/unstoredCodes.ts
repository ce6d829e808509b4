import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { succeeds } from '../../files/disk';
import { isRunning, ownProcess } from '../../files/lockWorld';
import { ifMissing, writeJson } from '../windows/jsonFile';
import { jsonAs } from '../../files/jsonAs';

/** The extension host that has the codes in memory. */
const markSchema = z.object({
  pid: z.int().check(z.positive()),
  started: z.string(),
  /** They were only asked for: whether they were made isn't known. */
  awaited: z.optional(z.boolean()),
});
type Holder = z.infer<typeof markSchema>;

/**
 * Accounts whose new backup codes weren't confirmed as stored: one small file each, which stays after the window
 * closes. The codes themselves are never written. They are lost with the window, and the person has to know.
 */
export class UnstoredCodes {
  readonly #folder: string;
  readonly #isRunning: (holder: Holder) => boolean;
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder shared by all windows; it stays after a sign-out, because signing in doesn't bring back the codes */
  constructor(folder: string, runs: (holder: Holder) => boolean = isRunning) {
    this.#folder = folder;
    this.#isRunning = runs;
  }

  /** New codes are shown in this window. */
  mark(accountId: string): Promise<void> {
    return this.#inTurn(async () => {
      const { pid, started } = ownProcess();
      await writeJson(this.#file(accountId), { pid, started });
      await rm(this.#toldFile(accountId), { force: true });
    });
  }

  /** This window is about to ask for new codes. What is known of earlier ones stays. */
  await(accountId: string): Promise<void> {
    return this.#inTurn(async () => {
      if (await this.#read(accountId)) return;
      const { pid, started } = ownProcess();
      await writeJson(this.#file(accountId), { pid, started, awaited: true });
    });
  }

  /** It knows what became of them. */
  awaitNoMore(accountId: string): Promise<void> {
    return this.#inTurn(async () => {
      const content = await this.#read(accountId);
      if (content && holderIn(content)?.awaited) await this.#clear(accountId, content);
    });
  }

  /** Whether it isn't known if the codes were made. */
  areAwaited(accountId: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const content = await this.#read(accountId);
      return (content && holderIn(content)?.awaited) === true;
    });
  }

  /** They are stored, or there are none anymore. Newer ones that another window shows stay marked. */
  clear(accountId: string): Promise<void> {
    return this.#inTurn(async () => this.#clear(accountId, await this.#read(accountId)));
  }

  /**
   * True if codes were shown but not stored, and the window that showed them has closed. A mark that is damaged names no
   * window, but somebody has to know.
   */
  areLost(accountId: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const content = await this.#read(accountId);
      if (!content) return false;
      const holder = holderIn(content);
      return !holder || !this.#isRunning(holder);
    });
  }

  /** True for only one caller ever, in all windows, who then shows the notification. */
  async takeTelling(accountId: string): Promise<boolean> {
    if (!(await this.areLost(accountId))) return false;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const isFirst = await succeeds(writeFile(this.#toldFile(accountId), '', { flag: 'wx', mode: 0o600 }));
    // Another window may have stored them meanwhile, or made new ones, whose loss is told when it comes.
    if (!isFirst || (await this.areLost(accountId))) return isFirst;
    await rm(this.#toldFile(accountId), { force: true });
    return false;
  }

  /** One after the other: a mark that is still being written would outlive its own removal. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#last.then(step);
    // Whoever asked for it hears of a failure.
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #clear(accountId: string, content: Buffer | undefined): Promise<void> {
    const holder = content && holderIn(content);
    if (holder && !isOwn(holder) && this.#isRunning(holder)) return;
    await rm(this.#file(accountId), { force: true });
    await rm(this.#toldFile(accountId), { force: true });
  }

  #read(accountId: string): Promise<Buffer | undefined> {
    return readFile(this.#file(accountId)).catch(ifMissing);
  }

  #file(accountId: string): string {
    return join(this.#folder, `${accountId}.json`);
  }

  #toldFile(accountId: string): string {
    return join(this.#folder, `${accountId}.told`);
  }
}

function isOwn({ pid, started }: Holder): boolean {
  const own = ownProcess();
  return pid === own.pid && started === own.started;
}

/** Who has the codes; undefined if the mark is damaged. */
export const holderIn = (content: Buffer): Holder | undefined => jsonAs(markSchema, content);
