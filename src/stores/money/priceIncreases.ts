import * as z from 'zod/mini';
import { ApiError, isUnsupported } from '../../api/errors';
import { type PriceIncrease, priceIncreaseSchema } from '../../api/schemas/instances/priceIncrease';
import { tolerated } from '../../api/schemas/fields';
import { type Clock, minute } from '../../clock';
import { ignore, type Log } from '../../log/log';
import type { AccountFiles } from '../account/accountFiles';
import type { AccountStore } from '../account/accountStore';
import { Poller, type PollResult } from '../polling/poller';
import { isNewer, isWithin, timedRequest } from '../polling/requests';
import type { Lease } from '../windows/lease';
import { SharedFile } from '../windows/sharedFile';
import type { InstanceStore } from '../instances/instanceStore';
import { Listeners } from '../listeners';
import { pollShared } from '../polling/pollShared';
import { jsonAs } from '../../files/jsonAs';

/** What was announced, as some window asked for it last. */
const listSchema = z.object({
  at: z.number(),
  increases: z.array(priceIncreaseSchema),
  /** Ids of those that the person was notified of. */
  told: z.array(z.int()),
  /** The service, or this key, has no such list. */
  missing: tolerated(z.literal(true)),
});
type IncreaseList = z.infer<typeof listSchema>;

const nothing: IncreaseList = { at: -Infinity, increases: [], told: [] };

/** Milliseconds between two requests while there are instances: hosts announce prices days before. */
const interval = 30 * minute;
/** The same for an account that has no such list. */
const missingHolds = 24 * 60 * minute;
/** Milliseconds between two reads of what other windows wrote. */
const lookInterval = minute;

export interface PriceIncreasesOptions {
  accounts: Pick<AccountStore, 'active' | 'client' | 'onDidChange'>;
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
  files: AccountFiles;
  /** Lets one window at a time ask. */
  lease: (accountId: string) => Pick<Lease, 'tryRun'>;
  clock: Clock;
  log: Log;
}

type Find = (accountId: string, found: readonly PriceIncrease[]) => void;

/**
 * Prices of the account in use that hosts want to raise. One request every half hour while it has instances, whatever
 * the number of windows; one window hears of each.
 */
export class PriceIncreases {
  readonly #options: PriceIncreasesOptions;
  readonly #file: SharedFile<IncreaseList>;
  readonly #poller: Poller;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #changed = new Listeners();
  readonly #found = new Listeners<Parameters<Find>>();
  #known: { accountId: string; list: IncreaseList } | undefined;

  readonly onDidChange = this.#changed.add;
  /** Called in one of all windows, once for each. */
  readonly onDidFind = this.#found.add;

  constructor(options: PriceIncreasesOptions) {
    this.#options = options;
    const { accounts, instances, files, clock } = options;
    this.#file = new SharedFile<IncreaseList>(files, clock, {
      name: 'priceIncreases.json',
      none: nothing,
      said: (content) => ({ value: jsonAs(listSchema, content) ?? nothing }),
      merged: (file, { after }) => ({
        ...(isNewer(after.at, file.at, clock.now()) ? after : file),
        told: [...new Set([...file.told, ...after.told])],
      }),
      isKeptInMemory: true,
    });
    this.#poller = new Poller({
      clock,
      interval: () => (this.#isNeeded ? lookInterval : undefined),
      poll: () => this.#poll(),
    });
    const wake = (): void => this.#poller.wake({ now: this.#isNeeded && this.#list === undefined });
    this.#subscriptions = [accounts.onDidChange(wake), instances.onDidChange(wake)];
    wake();
  }

  /** What was announced for an instance of the account in use. */
  of(instanceId: number): PriceIncrease | undefined {
    return this.#list?.increases.find((one) => one.instanceId === instanceId);
  }

  /** Asks now. Rejects if that fails. */
  async refresh(): Promise<void> {
    const { accounts, clock } = this.#options;
    const { active, client } = accounts;
    if (!active || !client) return;
    const { at, answer } = await timedRequest(clock, (options) =>
      client.instanceActions.priceIncreases(options).then(
        (increases): Pick<IncreaseList, 'increases' | 'missing'> => ({ increases }),
        (error: unknown): Pick<IncreaseList, 'increases' | 'missing'> => {
          // A gateway may say "not found", and what was announced doesn't end because a key may not read it now.
          const isForeign = error instanceof ApiError && error.code === 'invalid_response';
          if (!isUnsupported(error) || isForeign || this.#list?.increases.length) throw error;
          ignore(this.#options.log, 'an account without this list has no announced prices')(error);
          return { increases: [], missing: true };
        },
      ),
    );
    const list = await this.#file.change(active.id, (before) => {
      if (!isNewer(at, before.at, clock.now())) return { value: before, result: before };
      const pending = new Set(answer.increases.map(({ id }) => id));
      const value = { ...answer, at, told: before.told.filter((id) => pending.has(id)) };
      return { value, result: value };
    });
    await this.#take(active.id, list);
  }

  dispose(): void {
    this.#poller.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.clear();
    this.#found.clear();
  }

  get #list(): IncreaseList | undefined {
    const { active } = this.#options.accounts;
    return this.#known?.accountId === active?.id ? this.#known?.list : undefined;
  }

  get #isNeeded(): boolean {
    const { accounts, instances } = this.#options;
    return accounts.active !== undefined && instances.state.instances.size > 0;
  }

  async #poll(): Promise<PollResult> {
    const { accounts, lease, log } = this.#options;
    const accountId = accounts.active?.id;
    if (accountId === undefined || !this.#isNeeded) return 'done';
    return pollShared({
      lease: lease(accountId),
      isFresh: () => this.#adopt(accountId),
      ask: () => this.refresh(),
      log,
      why: 'what was announced before stays',
    });
  }

  /** Takes over what another window wrote; true if that is recent enough. */
  async #adopt(accountId: string): Promise<boolean> {
    const list = await this.#file.read(accountId);
    if (list !== nothing && this.#options.accounts.active?.id === accountId)
      await this.#take(accountId, list);
    const holds = list.missing ? missingHolds : interval;
    return isWithin(list.at, holds * 0.8, this.#options.clock.now());
  }

  async #take(accountId: string, list: IncreaseList): Promise<void> {
    const isSame = JSON.stringify(this.#list?.increases) === JSON.stringify(list.increases);
    this.#known = { accountId, list };
    if (!isSame) this.#changed.tell();
    await this.#tell(accountId);
  }

  /** Whoever writes down that the person was notified does so. */
  async #tell(accountId: string): Promise<void> {
    const { instances } = this.#options;
    const isListed = ({ instanceId }: PriceIncrease): boolean =>
      instances.state.accountId === accountId && instances.state.instances.has(instanceId);
    const found = await this.#file.change(accountId, (before) => {
      const untold = before.increases.filter((one) => !before.told.includes(one.id) && isListed(one));
      const told = [...before.told, ...untold.map(({ id }) => id)];
      return { value: untold.length > 0 ? { ...before, told } : before, result: untold };
    });
    if (found.length > 0) this.#found.tell(accountId, found);
  }
}
