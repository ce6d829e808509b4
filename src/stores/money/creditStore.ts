import { join } from 'node:path';
import * as z from 'zod/mini';
import { isUnsupported } from '../../api/errors';
import type { Clock } from '../../clock';
import { ignore, type Log } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import type { AccountStore } from '../account/accountStore';
import { ifMissing, writeJson } from '../windows/jsonFile';
import { isNewer } from '../instances/snapshotFiles';
import type { Lease } from '../windows/lease';
import { Poller, type PollResult } from '../polling/poller';
import type { UserStore } from '../account/userStore';
import { Listeners } from '../listeners';
import { jsonAs } from '../../files/jsonAs';

const creditSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Dollars. */
  credit: z.number(),
});
export type Credit = z.infer<typeof creditSchema>;

export interface CreditStoreOptions {
  accounts: Pick<AccountStore, 'active' | 'client' | 'onDidChange'>;
  /** Has the credit whenever the account view has loaded it. */
  users: Pick<UserStore, 'state' | 'onDidChange'>;
  /** Whether the account in use is billed for anything, so that its credit matters. */
  isBilled: () => boolean;
  files: AccountFiles;
  lease: (accountId: string) => Pick<Lease, 'tryRun'>;
  clock: Clock;
  log: Log;
}

/** Milliseconds between two requests: what is spent meanwhile is known. */
const interval = 10 * 60_000;

/**
 * The credit of the account in use, for all windows: one request every ten minutes while something is billed, whatever the
 * number of windows.
 */
export class CreditStore {
  readonly #options: CreditStoreOptions;
  readonly #poller: Poller;
  readonly #listeners = new Listeners();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #known: { accountId: string; credit: Credit } | undefined;
  #user: unknown;

  readonly onDidChange = this.#listeners.add;

  constructor(options: CreditStoreOptions) {
    this.#options = options;
    const { accounts, users, clock } = options;
    this.#poller = new Poller({
      clock,
      interval: () => (accounts.active && options.isBilled() ? interval : undefined),
      poll: () => this.#poll(),
    });
    this.#subscriptions = [
      accounts.onDidChange(() => this.billedChanged()),
      users.onDidChange(() => this.#follow()),
    ];
  }

  /** The credit of the account in use, as last reported; undefined if unknown. */
  get credit(): Credit | undefined {
    return this.#known && this.#known.accountId === this.#options.accounts.active?.id
      ? this.#known.credit
      : undefined;
  }

  /** Something is billed now, or no longer. */
  billedChanged(): void {
    const { accounts, isBilled } = this.#options;
    this.#poller.wake({ now: accounts.active !== undefined && isBilled() && !this.#isFresh(this.credit) });
  }

  dispose(): void {
    this.#poller.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#listeners.clear();
  }

  async #poll(): Promise<PollResult> {
    const { accounts, lease, isBilled, log } = this.#options;
    const accountId = accounts.active?.id;
    if (accountId === undefined || !isBilled()) return 'done';
    try {
      if (await this.#adopt(accountId)) return 'done';
      const ran = await lease(accountId).tryRun(async () => {
        if (!(await this.#adopt(accountId))) await this.#ask(accountId);
      });
      return ran ? 'done' : 'elsewhere';
    } catch (error) {
      ignore(log, 'the status bar then shows no credit')(error);
      return isUnsupported(error) ? 'done' : 'failed';
    }
  }

  /** Takes over what another window received; true if that is recent enough. */
  async #adopt(accountId: string): Promise<boolean> {
    const { files, log, clock } = this.#options;
    const reading = files.disk.readFile(this.#file(accountId)).catch(ifMissing);
    const content = await reading.catch(ignore(log, 'it is asked for instead'));
    const shared = content && creditIn(content);
    const now = clock.now();
    if (shared && shared.at <= now && isNewer(shared.at, this.credit?.at, now)) this.#take(accountId, shared);
    return this.#isFresh(shared);
  }

  async #ask(accountId: string): Promise<void> {
    const { accounts, clock } = this.#options;
    const at = clock.now();
    const user = await accounts.client?.users.current();
    // Another account may be in use by now.
    if (user?.credit === undefined || accounts.active?.id !== accountId) return;
    await this.#share(accountId, { at, credit: user.credit });
  }

  /** The account view has loaded it anyway. */
  #follow(): void {
    const { users, accounts, clock } = this.#options;
    const { user } = users.state;
    if (user === this.#user) return;
    this.#user = user;
    const accountId = accounts.active?.id;
    if (accountId === undefined || user?.credit === undefined) return;
    this.#take(accountId, { at: clock.now(), credit: user.credit });
  }

  async #share(accountId: string, credit: Credit): Promise<void> {
    const { files, log } = this.#options;
    this.#take(accountId, credit);
    const written = writeJson(this.#file(accountId), credit, files.disk);
    await written.catch(ignore(log, 'other windows send their own request'));
  }

  #take(accountId: string, credit: Credit): void {
    this.#known = { accountId, credit };
    this.#listeners.tell();
  }

  #isFresh(credit: Credit | undefined): boolean {
    const age = credit ? this.#options.clock.now() - credit.at : Infinity;
    return age >= 0 && age < interval * 0.8;
  }

  #file(accountId: string): string {
    return join(this.#options.files.folderOf(accountId), 'credit.json');
  }
}

/** What a file says; undefined if it is damaged. */
export const creditIn = (content: Buffer): Credit | undefined => jsonAs(creditSchema, content);
