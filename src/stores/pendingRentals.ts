import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SharedInstance } from '../domain/sharedInstance';
import type { AccountFiles } from './accountFiles';
import { lockAccountFile } from './accountLock';
import { AgeWatch } from './ageWatch';
import type { Clock } from '../clock';
import { isOfNewerFormat } from '../files/format';
import { ifMissing, writeJson } from './jsonFile';
import { keepAside } from './keepAside';
import {
  candidatesOf,
  type FiledRentals,
  mayBe,
  type NewRental,
  type PendingRental,
  rentalsIn,
  withChange,
} from './pendingRental';
import { ignore } from '../log/log';
import { UnwrittenRows } from './unwrittenRows';

/** How long a rental is expected in the list, even after its answer was lost, in milliseconds. */
const expectedFor = 30 * 60_000;
export const unclearFor = 15 * 60_000;
/** After how many milliseconds the window that sent it must have closed: sending and searching take less. */
const longestSending = 150_000;

/** `sending`: its window waits for the answer or searches; `listed`: the list has shown it. */
export type RentalPhase = 'sending' | 'created' | 'unclear' | 'listed' | 'over';

/**
 * Rentals that may not be in the list yet, shared between windows: the service's list may lag minutes behind, the
 * window may be closed, and a created instance costs money all the same.
 */
export class PendingRentals {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  readonly #ages: AgeWatch;
  readonly #onDamaged: (accountId: string, kept: string) => void;
  #last: ({ content: Buffer } & FiledRentals) | undefined;
  readonly #unwritten = new UnwrittenRows<PendingRental>(({ token }) => token);

  /** @param onDamaged called with the path under which a damaged file is kept, once for all windows */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    onDamaged: (accountId: string, kept: string) => void = () => undefined,
  ) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#onDamaged = onDamaged;
    this.#ages = new AgeWatch(clock);
  }

  /** Call it before sending the request. Resolves to a token to report its outcome. */
  async begin(accountId: string, rental: NewRental): Promise<string> {
    const token = randomUUID();
    await this.#change(accountId, (all) => [...all, { ...rental, token, at: this.#clock.now() }]);
    return token;
  }

  async created(accountId: string, token: string, instanceId: number): Promise<void> {
    await this.#change(accountId, (all) => withChange(all, token, { instanceId }));
  }

  /** Its answer was lost, and nothing was found. */
  async unclear(accountId: string, token: string): Promise<void> {
    await this.#change(accountId, (all) => withChange(all, token, { unclear: true }));
  }

  /** Nothing was created, or it was destroyed. */
  async forget(accountId: string, which: { token: string } | { instanceId: number }): Promise<void> {
    const isMeant = (one: PendingRental) =>
      'token' in which ? one.token === which.token : one.instanceId === which.instanceId;
    if (!(await this.#read(accountId)).some(isMeant)) return;
    await this.#change(accountId, (all) => all.filter((one) => !isMeant(one)));
  }

  /**
   * The instance of a rental whose answer was lost. Only returns one that can't belong to another rental: there must be
   * more new instances than other rentals that are waiting for theirs.
   */
  async find(
    accountId: string,
    token: string,
    listed: readonly SharedInstance[],
  ): Promise<number | undefined> {
    let found: number | undefined;
    await this.#change(accountId, (all) => {
      const rental = all.find((one) => one.token === token);
      if (!rental) return all;
      const candidates = candidatesOf(rental, listed, all);
      const rivals = all.filter(
        (one) => one !== rental && candidates.some(({ id }) => mayBe(one, id, listed, all)),
      );
      found = candidates.length > rivals.length ? candidates[0]?.id : undefined;
      return found === undefined ? all : withChange(all, token, { instanceId: found });
    });
    return found;
  }

  /** All rentals that still matter, in any phase. */
  async list(accountId: string): Promise<PendingRental[]> {
    return (await this.#read(accountId)).filter((one) => this.phaseOf(one) !== 'over');
  }

  phaseOf(rental: PendingRental): RentalPhase {
    const { token, at, instanceId, listedAt } = rental;
    const limit = instanceId === undefined ? unclearFor : expectedFor;
    const age = this.#ages.age(token, at, limit);
    if (age > limit) return 'over';
    if (listedAt !== undefined) return 'listed';
    if (instanceId !== undefined) return 'created';
    return rental.unclear || age > longestSending ? 'unclear' : 'sending';
  }

  /**
   * Processes a complete list. Resolves to instances of rentals whose answer was lost and that a person waits for; each
   * is returned in one window only.
   */
  async reconcile(accountId: string, listed: readonly SharedInstance[]): Promise<number[]> {
    const ids = new Set(listed.map(({ id }) => id));
    const appeared: number[] = [];
    const note = (all: readonly PendingRental[]): readonly PendingRental[] => {
      appeared.length = 0;
      let rentals = this.#ofInterest(all);
      for (const { token } of rentals) {
        const rental = rentals.find((one) => one.token === token);
        if (!rental) continue;
        let { instanceId } = rental;
        if (instanceId === undefined && this.phaseOf(rental) === 'unclear') {
          const candidates = candidatesOf(rental, listed, rentals);
          // The window that waits for its answer is about to say which one it got.
          const isOpen = rentals.some(
            (one) =>
              this.phaseOf(one) === 'sending' && candidates.some(({ id }) => mayBe(one, id, listed, rentals)),
          );
          instanceId = isOpen ? undefined : candidates[0]?.id;
          if (instanceId !== undefined && rental.awaited) appeared.push(instanceId);
        }
        if (instanceId === undefined || !ids.has(instanceId) || rental.listedAt !== undefined) continue;
        rentals = withChange(rentals, token, {
          instanceId,
          listedAt: this.#clock.now(),
        });
      }
      return rentals.length === all.length && rentals.every((one, index) => one === all[index])
        ? all
        : rentals;
    };
    const before = await this.#read(accountId);
    // Most lists change nothing here. Then nothing is locked or written.
    if (note(before) !== before) await this.#change(accountId, note);
    return appeared;
  }

  /** While one rental waits for its instance, remember which ones the others got. */
  #ofInterest(all: readonly PendingRental[]): PendingRental[] {
    const isOver = (one: PendingRental): boolean => this.phaseOf(one) === 'over';
    const someWait = all.some((one) => one.instanceId === undefined && !isOver(one));
    return all.filter((one) => !isOver(one) || (someWait && one.instanceId !== undefined));
  }

  async #read(accountId: string): Promise<readonly PendingRental[]> {
    const filed = await this.#look(accountId);
    if (filed?.isDamaged) await this.#change(accountId, (all) => all);
    return this.#unwritten.on(accountId, filed?.rentals);
  }

  /** Undefined if there is a file that can't be read now. */
  async #look(accountId: string): Promise<typeof nothing | undefined> {
    const { disk, log } = this.#accounts;
    try {
      const content = await disk.readFile(this.#file(accountId)).catch(ifMissing);
      if (!content || isOfNewerFormat(content)) return nothing;
      // Usually the file hasn't changed since it was last read.
      if (!this.#last?.content.equals(content)) this.#last = { content, ...rentalsIn(content) };
      return this.#last;
    } catch (error) {
      ignore(log, 'this window knows its own rentals until the file can be read')(error);
      return undefined;
    }
  }

  async #change(
    accountId: string,
    edit: (all: readonly PendingRental[]) => readonly PendingRental[],
  ): Promise<void> {
    const held = await lockAccountFile(this.#accounts, this.#clock, this.#file(accountId));
    try {
      const filed = await this.#look(accountId);
      const before = this.#unwritten.on(accountId, filed?.rentals);
      const after = edit(before);
      if (after === before && !filed?.isDamaged) return;
      this.#unwritten.keep(accountId, filed?.rentals, after);
      // What can't be read now has other windows' rentals.
      if (!filed) return;
      await this.#write(accountId, after, filed.isDamaged ? filed.content : undefined).then(
        () => this.#unwritten.forget(accountId),
        ignore(this.#accounts.log, 'this window has it in memory'),
      );
    } finally {
      await held?.release();
    }
  }

  /** @param damaged what the file said before, to be kept for whoever wants to look into it */
  async #write(accountId: string, rentals: readonly PendingRental[], damaged?: Buffer): Promise<void> {
    const { disk, log } = this.#accounts;
    const file = this.#file(accountId);
    const kept = damaged && (await keepAside(file, damaged, disk));
    await writeJson(file, { rentals }, disk);
    if (!kept) return;
    log.warn('What is being rented cannot be read. The file is kept aside.');
    this.#onDamaged(accountId, kept);
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), 'pending.json');
  }
}

const nothing: FiledRentals & { content: Buffer } = {
  content: Buffer.alloc(0),
  rentals: [],
  isDamaged: false,
};
