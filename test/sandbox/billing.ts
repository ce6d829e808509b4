import type { Account } from './accounts/account';
import type { Clock, Timer } from './clock';

/** Dollars charged so far. */
export interface Charged {
  gpu: number;
  storage: number;
}

/** Something that costs money: an instance or a volume. */
export interface Billable {
  /** "instance-5", "volume-7": what the charges are listed under. */
  source: string;
  /** Dollars per hour at this moment. */
  gpuPerHour: number;
  storagePerHour: number;
  charged: Charged;
}

/** What one source cost on one day. */
export interface Charge {
  /** Midnight UTC, epoch seconds. */
  day: number;
  source: string;
  type: 'gpu' | 'storage';
  /** Dollars. */
  amount: number;
  /** For which it was charged. */
  hours: number;
}

interface Ledger {
  settledAt: number;
  timer: Timer | undefined;
  charges: Map<string, Charge>;
}

const HOUR = 3_600;
const DAY = 86_400;

/**
 * Charges accounts by the second of the sandbox's clock: disk from creation to destruction, compute while
 * running. Credit ends at 0: then running instances are stopped, and what disk costs beyond it is not
 * collected.
 */
export class Billing {
  readonly #clock: Clock;
  readonly #billablesOf: (account: Account) => readonly Billable[];
  readonly #onExhausted: (account: Account) => void | Promise<void>;
  readonly #ledgers = new Map<number, Ledger>();

  constructor(
    clock: Clock,
    billablesOf: (account: Account) => readonly Billable[],
    onExhausted: (account: Account) => void | Promise<void>,
  ) {
    this.#clock = clock;
    this.#billablesOf = billablesOf;
    this.#onExhausted = onExhausted;
  }

  /** Makes a change to what is charged, with the account settled before and its end of credit set anew. */
  change<T>(account: Account, change: () => T): T {
    this.settle(account);
    const result = change();
    this.#rearm(account);
    return result;
  }

  /** Brings the account's credit up to now. */
  settle(account: Account): void {
    const ledger = this.#ledger(account);
    const now = this.#clock.now();
    const billables = ledger.settledAt < now && account.credit > 0 ? this.#billablesOf(account) : [];
    while (billables.length > 0 && ledger.settledAt < now && account.credit > 0) {
      const midnight = (Math.floor(ledger.settledAt / DAY) + 1) * DAY;
      const until = Math.min(now, midnight);
      this.#collect(account, ledger, billables, (until - ledger.settledAt) / HOUR);
      ledger.settledAt = until;
    }
    ledger.settledAt = now;
  }

  charges(account: Account): Charge[] {
    return [...this.#ledger(account).charges.values()];
  }

  #collect(account: Account, ledger: Ledger, billables: readonly Billable[], hours: number): void {
    for (const billable of billables) {
      for (const type of ['gpu', 'storage'] as const) {
        const due = (type === 'gpu' ? billable.gpuPerHour : billable.storagePerHour) * hours;
        const amount = Math.min(account.credit, due);
        if (amount <= 0) continue;
        account.credit = Math.max(0, account.credit - amount);
        billable.charged[type] += amount;
        note(ledger, {
          day: Math.floor(ledger.settledAt / DAY) * DAY,
          source: billable.source,
          type,
          amount,
          hours,
        });
      }
    }
  }

  /** Sets the moment at which the credit will be used up. */
  #rearm(account: Account): void {
    const ledger = this.#ledger(account);
    ledger.timer?.cancel();
    ledger.timer = undefined;
    const billables = this.#billablesOf(account);
    if (!billables.some(({ gpuPerHour }) => gpuPerHour > 0)) return;
    const hourly = billables.reduce((sum, one) => sum + one.gpuPerHour + one.storagePerHour, 0);
    ledger.timer = this.#clock.after((account.credit / hourly) * HOUR, async () => {
      this.settle(account);
      account.credit = 0;
      await this.#onExhausted(account);
    });
  }

  #ledger(account: Account): Ledger {
    const known = this.#ledgers.get(account.id);
    if (known !== undefined) return known;
    const ledger = { settledAt: this.#clock.now(), timer: undefined, charges: new Map<string, Charge>() };
    this.#ledgers.set(account.id, ledger);
    return ledger;
  }
}

function note(ledger: Ledger, charge: Charge): void {
  const slot = `${charge.day} ${charge.source} ${charge.type}`;
  const known = ledger.charges.get(slot);
  ledger.charges.set(
    slot,
    known === undefined
      ? charge
      : { ...charge, amount: known.amount + charge.amount, hours: known.hours + charge.hours },
  );
}
