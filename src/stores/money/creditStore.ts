import * as z from 'zod/mini';
import { isUnsupported } from '../../api/errors';
import type { Clock } from '../../clock';
import { ignore, type Log } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import type { AccountStore } from '../account/accountStore';
import type { Lease } from '../windows/lease';
import { Poller, type PollResult } from '../polling/poller';
import { pollShared } from '../polling/pollShared';
import { SharedFile } from '../windows/sharedFile';
import type { UserStore } from '../account/userStore';
import { Listeners } from '../listeners';
import { jsonAs } from '../../files/jsonAs';
import { isNewer, isWithin } from '../polling/requests';

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
  readonly #file: SharedFile<Credit | undefined>;
  readonly #poller: Poller;
  readonly #listeners = new Listeners();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #known: { accountId: string; credit: Credit } | undefined;
  #user: unknown;

  readonly onDidChange = this.#listeners.add;

  constructor(options: CreditStoreOptions) {
    this.#options = options;
    const { accounts, users, files, clock } = options;
    this.#file = new SharedFile<Credit | undefined>(files, clock, {
      name: 'credit.json',
      none: undefined,
      said: (content) => ({ value: creditIn(content) }),
      merged: (file, { after }) => (after && isNewer(after.at, file?.at, clock.now()) ? after : file),
      isKeptInMemory: true,
    });
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
    return pollShared({
      lease: lease(accountId),
      isFresh: () => this.#adopt(accountId),
      ask: () => this.#ask(accountId),
      log,
      why: 'the status bar then shows no credit',
    });
  }

  /** Takes over what another window received; true if that is recent enough. */
  async #adopt(accountId: string): Promise<boolean> {
    const shared = await this.#file.read(accountId);
    const now = this.#options.clock.now();
    if (shared && shared.at <= now && isNewer(shared.at, this.credit?.at, now)) this.#take(accountId, shared);
    return this.#isFresh(shared);
  }

  async #ask(accountId: string): Promise<void> {
    const { accounts, clock, log } = this.#options;
    const at = clock.now();
    const user = await accounts.client?.users.current().catch((error: unknown) => {
      if (!isUnsupported(error)) throw error;
      ignore(log, 'a key that may not read the credit is asked again after the usual pause')(error);
      return undefined;
    });
    // Another account may be in use by now.
    if (user?.credit === undefined || accounts.active?.id !== accountId) return;
    const credit = { at, credit: user.credit };
    this.#take(accountId, credit);
    await this.#file.change(accountId, () => ({ value: credit, result: undefined }));
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

  #take(accountId: string, credit: Credit): void {
    this.#known = { accountId, credit };
    this.#listeners.tell();
  }

  #isFresh(credit: Credit | undefined): boolean {
    return isWithin(credit?.at, interval * 0.8, this.#options.clock.now());
  }
}

/** What a file says; undefined if it is damaged. */
export const creditIn = (content: Buffer): Credit | undefined => jsonAs(creditSchema, content);
