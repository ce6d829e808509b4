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

  /** @param folder shared by all windows; it stays after a sign-out, because signing in doesn't bring back the codes */
  constructor(folder: string, runs: (holder: Holder) => boolean = isRunning) {
    this.#folder = folder;
    this.#isRunning = runs;
  }

  /** New codes are shown in this window. */
  async mark(accountId: string): Promise<void> {
    const { pid, started } = ownProcess();
    await writeJson(this.#file(accountId), { pid, started });
    await rm(this.#toldFile(accountId), { force: true });
  }

  /** This window is about to ask for new codes. What is known of earlier ones stays. */
  async await(accountId: string): Promise<void> {
    if (await readFile(this.#file(accountId)).catch(ifMissing)) return;
    const { pid, started } = ownProcess();
    await writeJson(this.#file(accountId), { pid, started, awaited: true });
  }

  /** It knows what became of them. */
  async awaitNoMore(accountId: string): Promise<void> {
    if (await this.areAwaited(accountId)) await this.clear(accountId);
  }

  /** Whether it isn't known if the codes were made. */
  async areAwaited(accountId: string): Promise<boolean> {
    const content = await readFile(this.#file(accountId)).catch(ifMissing);
    return (content && holderIn(content)?.awaited) === true;
  }

  /** They are stored, or there are none anymore. Newer ones that another window shows stay marked. */
  async clear(accountId: string): Promise<void> {
    const content = await readFile(this.#file(accountId)).catch(ifMissing);
    const holder = content && holderIn(content);
    if (holder && !isOwn(holder) && this.#isRunning(holder)) return;
    await rm(this.#file(accountId), { force: true });
    await rm(this.#toldFile(accountId), { force: true });
  }

  /**
   * True if codes were shown but not stored, and the window that showed them has closed. A mark that is damaged names no
   * window, but somebody has to know.
   */
  async areLost(accountId: string): Promise<boolean> {
    const content = await readFile(this.#file(accountId)).catch(ifMissing);
    if (!content) return false;
    const holder = holderIn(content);
    return !holder || !this.#isRunning(holder);
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
