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
  /** What was paid ahead for its compute, and isn't used up. */
  prepaid?: Prepaid;
}

export interface Prepaid {
  /** Dollars. */
  left: number;
}

/** What one source cost on one day. */
export interface Charge {
  /** Midnight UTC, epoch seconds. */
  day: number;
  source: string;
  type: 'gpu' | 'storage' | 'prepaid';
  /** Dollars. */
  amount: number;
  /** For which it was charged; 0 of what is paid ahead. */
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
 * running. What was paid ahead for an instance is used for its compute first. Credit ends at 0: then running instances
 * are stopped, and what disk costs beyond it is not collected.
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

  /** Takes an amount for the compute of something from the credit, which has as much, before it is used. */
  prepay(account: Account, source: string, prepaid: Prepaid, amount: number): void {
    this.change(account, () => {
      const ledger = this.#ledger(account);
      account.credit = Math.max(0, account.credit - amount);
      prepaid.left += amount;
      note(ledger, { day: dayOf(ledger.settledAt), source, type: 'prepaid', amount, hours: 0 });
    });
  }

  /** Brings the account's credit up to now. */
  settle(account: Account): void {
    const ledger = this.#ledger(account);
    const now = this.#clock.now();
    const billables = ledger.settledAt < now && account.credit > 0 ? this.#billablesOf(account) : [];
    while (billables.length > 0 && ledger.settledAt < now && account.credit > 0) {
      const midnight = dayOf(ledger.settledAt) + DAY;
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
        const cost = (type === 'gpu' ? billable.gpuPerHour : billable.storagePerHour) * hours;
        const due = type === 'gpu' ? cost - takePrepaid(billable, cost) : cost;
        const amount = Math.min(account.credit, due);
        if (amount <= 0) continue;
        account.credit = Math.max(0, account.credit - amount);
        billable.charged[type] += amount;
        note(ledger, {
          day: dayOf(ledger.settledAt),
          source: billable.source,
          type,
          amount,
          hours,
        });
      }
    }
  }

  /** Sets the moment at which the credit will be used up, or before it what was paid ahead. */
  #rearm(account: Account): void {
    const ledger = this.#ledger(account);
    ledger.timer?.cancel();
    ledger.timer = undefined;
    const billables = this.#billablesOf(account);
    if (!billables.some(({ gpuPerHour }) => gpuPerHour > 0)) return;
    const hourly = billables.reduce(
      (sum, one) => sum + (isPrepaid(one) ? 0 : one.gpuPerHour) + one.storagePerHour,
      0,
    );
    const untilEmpty = (account.credit / hourly) * HOUR;
    const untilUsed = Math.min(...billables.filter(isPrepaid).map(prepaidFor));
    if (untilUsed < untilEmpty) {
      ledger.timer = this.#clock.after(untilUsed, () => this.change(account, () => undefined));
      return;
    }
    ledger.timer = this.#clock.after(untilEmpty, async () => {
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

const dayOf = (seconds: number): number => Math.floor(seconds / DAY) * DAY;

const isPrepaid = ({ prepaid }: Billable): boolean => prepaid !== undefined && prepaid.left > 0;

/** Seconds of compute that are paid for. */
const prepaidFor = ({ prepaid, gpuPerHour }: Billable): number =>
  gpuPerHour > 0 ? ((prepaid?.left ?? 0) / gpuPerHour) * HOUR : Infinity;

/** Uses what was paid ahead. @returns how much of the cost it covers */
function takePrepaid({ prepaid }: Billable, cost: number): number {
  if (prepaid === undefined) return 0;
  const used = Math.min(prepaid.left, cost);
  const left = prepaid.left - used;
  prepaid.left = left < rest ? 0 : left;
  return used;
}

/** Dollars that only rounding leaves. */
const rest = 1e-9;

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
