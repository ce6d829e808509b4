import type { Clock } from '../../clock';
import { folded } from '../../domain/money/ledger/fold';
import {
  countedEnds,
  emptyLedger,
  isNews,
  type Ledger,
  type Look,
  seenUntil,
  withLook,
} from '../../domain/money/ledger/ledger';
import { merged } from '../../domain/money/ledger/merge';
import { inChunks } from '../../inChunks';
import { ignore, type Log } from '../../log/log';
import { type AccountFiles, ledgerFile } from '../account/accountFiles';
import { ledgerIn, ledgerText } from './ledgerText';
import { SharedFile } from '../windows/sharedFile';

/** After how many milliseconds it is written down again that nothing has changed, for windows that open later. */
const writeAgainAfter = 5 * 60_000;

/** A ledger of one account as this window knows it. */
interface Known {
  ledger: Ledger;
  /** What the file said that it has in it; undefined where there was none. */
  from: Ledger | undefined;
}

const unread: Ledger = { ...emptyLedger, isPart: true };

/**
 * What each account's instances and volumes were seen to do: one file each, which all windows add to. A look that finds
 * nothing new is remembered by the window and written only now and then.
 */
export class LedgerFiles {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #file: SharedFile<Ledger | undefined>;
  readonly #known = new Map<string, Known>();

  /** @param onDamaged called with the path under which a file that can't be understood is kept, once for all windows */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    onDamaged: (accountId: string, kept: string) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#log = accounts.log;
    this.#file = new SharedFile<Ledger | undefined>(accounts, clock, {
      name: ledgerFile,
      none: undefined,
      said: async (content) => {
        const value = await inChunks(ledgerIn(content));
        return { value, isDamaged: !value };
      },
      text: (ledger) => (ledger ? inChunks(ledgerText(ledger)) : ''),
      merged: (file) => file,
      onDamaged,
    });
  }

  /** What this window knows, without a look at the file. */
  known(accountId: string): Ledger {
    return this.#known.get(accountId)?.ledger ?? unread;
  }

  /**
   * Adds what was seen, to what all windows noted. Resolves to whether there is anything new. A file that can't be read or
   * written stays as it is; this window then counts on its own.
   */
  async note(accountId: string, looks: readonly Look[]): Promise<boolean> {
    const before = this.known(accountId);
    const known = await this.#current(accountId);
    const now = Math.round(this.#clock.now());
    const ledger = looks.reduce((all, look) => withLook(all, look, now), known.ledger);
    const written = known.from ? seenUntil(known.from) : -Infinity;
    const isOld = Math.abs(seenUntil(ledger) - written) > writeAgainAfter;
    this.#known.set(accountId, { ledger, from: known.from });
    if (known.isDamaged || isNews(known.ledger, ledger) || isOld) await this.#write(accountId);
    return isNews(before, this.known(accountId));
  }

  /** Accounts were signed out, and their folders deleted. */
  forgetOthers(isSignedIn: (accountId: string) => boolean): void {
    for (const id of this.#known.keys()) if (!isSignedIn(id)) this.#known.delete(id);
  }

  async #write(accountId: string): Promise<void> {
    const writing = this.#file.locked(accountId, async (isLocked) => {
      // Another window may have written meanwhile.
      const known = await this.#current(accountId);
      if (known.ledger.isPart) return;
      const ledger = folded(known.ledger, this.#clock.now());
      await this.#file.replace(accountId, ledger, isLocked);
      this.#known.set(accountId, { ledger, from: ledger });
    });
    await writing.catch(ignore(this.#log, 'this window has it in memory, and the next look writes it'));
  }

  /** What this window knows, with what others wrote since. `isDamaged`: there is a file that can't be understood. */
  async #current(accountId: string): Promise<Known & { isDamaged?: boolean }> {
    const known = this.#known.get(accountId) ?? { ledger: emptyLedger, from: undefined };
    try {
      const { value: said, damaged } = await this.#file.current(accountId);
      if (damaged) {
        const rebuilt = Math.round(this.#clock.now());
        return { ledger: { ...known.ledger, rebuilt, isPart: undefined }, from: undefined, isDamaged: true };
      }
      if (!said || said === known.from)
        return known.ledger.isPart ? { ...known, ledger: { ...known.ledger, isPart: undefined } } : known;
      const ledger = merged(known.ledger, said);
      await inChunks(countedEnds(ledger, this.#clock.now()));
      const current = { ledger, from: said };
      this.#known.set(accountId, current);
      return current;
    } catch (error) {
      ignore(this.#log, 'this window counts on its own until the file can be read')(error);
      return { ...known, ledger: { ...known.ledger, isPart: true } };
    }
  }
}
