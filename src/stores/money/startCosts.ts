import type { Clock, EpochMs } from '../../clock';
import type { Ledger } from '../../domain/money/ledger/ledger';
import type { CostAtStart } from '../../domain/money/warnings/costAtStart';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from '../account/accountStore';
import type { FreshLists } from '../polling/freshLists';
import type { SpendingStore } from './spendingStore';
import type { WarningFiles } from './warnings/warningFiles';
import type { WarningStore } from './warnings/warningStore';

export interface StartCostsOptions {
  accounts: Pick<AccountStore, 'accounts'>;
  found: Pick<WarningStore, 'onDidLook'> & {
    lists: Pick<FreshLists, 'instancesOf' | 'volumesOf' | 'hasRows'>;
  };
  spending: Pick<SpendingStore, 'load' | 'ledgerOf'>;
  warnings: Pick<WarningFiles, 'claim'>;
  isOn: () => boolean;
  clock: Clock;
  log: Log;
}

/** How long to wait for the lists of all accounts, in milliseconds. */
const longestWait = 60_000;

/**
 * Finds once after a start what is billed and what it has cost since VS Code was last open. That is when any window last
 * noted anything, so another window that opens, or a reload, is no start.
 */
export class StartCosts {
  readonly #options: StartCostsOptions;
  readonly #tell: (cost: CostAtStart) => void;
  readonly #lastSeen = new Map<string, number | undefined>();
  #stopWaiting: () => void = () => undefined;
  #isOver = false;

  /** @param ready resolves when the accounts are known that were signed in before */
  constructor(options: StartCostsOptions, ready: Promise<unknown>, tell: (cost: CostAtStart) => void) {
    this.#options = options;
    this.#tell = tell;
    const why = 'the status bar shows what is billed';
    void ready.then(() => this.#begin()).catch(ignore(options.log, why));
  }

  dispose(): void {
    this.#isOver = true;
    this.#stopWaiting();
  }

  /** Before the first list is noted, the record says when it was last added to. */
  async #begin(): Promise<void> {
    const { accounts, spending, found, isOn, clock } = this.#options;
    if (!isOn()) return;
    for (const { id } of accounts.accounts) {
      await spending.load(id);
      this.#lastSeen.set(id, await lastSeenIn(spending.ledgerOf(id)));
    }
    if (this.#isOver || this.#lastSeen.size === 0) return;
    const subscription = found.onDidLook(() => this.#look(false));
    const cancel = clock.after(longestWait, () => this.#look(true));
    this.#stopWaiting = () => {
      subscription.dispose();
      cancel();
    };
    this.#look(false);
  }

  #look(isLast: boolean): void {
    const { found, log } = this.#options;
    const { lists } = found;
    const ids = [...this.#lastSeen.keys()];
    const isListed = (id: string): boolean =>
      lists.instancesOf(id) !== undefined && lists.volumesOf(id) !== undefined;
    if (this.#isOver || (!isLast && !ids.every(isListed))) return;
    this.dispose();
    const why = 'the status bar shows what is billed';
    void this.#find(ids.filter(isListed)).catch(ignore(log, why));
  }

  async #find(ids: readonly string[]): Promise<void> {
    const { found, spending, warnings, clock } = this.#options;
    const { lists } = found;
    if (!ids.some((id) => lists.hasRows(id))) return;
    // What is listed now may not be noted yet.
    for (const id of ids) await spending.load(id);
    const all = ids.map((id) => ({
      instances: lists.instancesOf(id),
      volumes: lists.volumesOf(id),
      ledger: spending.ledgerOf(id),
      lastSeen: this.#lastSeen.get(id),
    }));
    const { costAtStart, leastAway } = await import('../../domain/money/warnings/costAtStart');
    const cost = costAtStart(all, clock.now());
    const [first] = ids;
    if (!cost || first === undefined) return;
    if (await warnings.claim(first, 'costAtStart', leastAway)) this.#tell(cost);
  }
}

/** When something was seen last; undefined if nothing was. */
async function lastSeenIn(ledger: Ledger): Promise<EpochMs | undefined> {
  if (Object.keys(ledger.entries).length === 0) return undefined;
  const { seenUntil } = await import('../../domain/money/ledger/ledger');
  const at = seenUntil(ledger);
  return Number.isFinite(at) ? at : undefined;
}
