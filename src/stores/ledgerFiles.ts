import { join } from 'node:path';
import type { Clock } from '../clock';
import { folded } from '../domain/ledger/fold';
import {
  countedEnds,
  emptyLedger,
  isNews,
  type Ledger,
  type Look,
  seenUntil,
  withLook,
} from '../domain/ledger/ledger';
import { merged } from '../domain/ledger/merge';
import { inParts } from '../inParts';
import { ignore } from '../log/log';
import type { AccountFiles } from './accountFiles';
import { lockAccountFile } from './accountLock';
import { ifMissing, refuseNewer, writeText } from './jsonFile';
import { asideOf, keepAside } from './keepAside';
import { ledgerIn, ledgerText } from './ledgerText';

/** After how many milliseconds it is written down again that nothing has changed, for windows that open later. */
const writeAgainAfter = 5 * 60_000;

/** A ledger of one account as this window knows it. */
interface Known {
  ledger: Ledger;
  /** The file that it has in it; undefined where there was none. */
  version: string | undefined;
  /** Until when the file says that everything was seen. */
  written: number;
}

const unread: Ledger = { ...emptyLedger, isPart: true };

/**
 * What each account's instances and volumes were seen to do: one file each, which all windows add to. A look that finds
 * nothing new is remembered by the window and written only now and then.
 */
export class LedgerFiles {
  readonly #accounts: AccountFiles;
  readonly #clock: Clock;
  readonly #onDamaged: (accountId: string, kept: string) => void;
  readonly #known = new Map<string, Known>();

  /** @param onDamaged called with the path under which a file that can't be understood is kept, once for all windows */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    onDamaged: (accountId: string, kept: string) => void = () => undefined,
  ) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#onDamaged = onDamaged;
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
    const isOld = Math.abs(seenUntil(ledger) - known.written) > writeAgainAfter;
    this.#known.set(accountId, { ledger, version: known.version, written: known.written });
    if (known.damaged || isNews(known.ledger, ledger) || isOld) await this.#write(accountId);
    return isNews(before, this.known(accountId));
  }

  /** Where the first file is kept that couldn't be understood; later ones are beside it. */
  damagedFile(accountId: string): string {
    return asideOf(this.#file(accountId));
  }

  /** The account is signed out, and its folder deleted. */
  forget(accountId: string): void {
    this.#known.delete(accountId);
  }

  async #write(accountId: string): Promise<void> {
    const { disk, log } = this.#accounts;
    const file = this.#file(accountId);
    const held = await lockAccountFile(this.#accounts, this.#clock, file);
    try {
      // Another window may have written meanwhile.
      const known = await this.#current(accountId);
      if (known.ledger.isPart) return;
      const kept = known.damaged && (await keepAside(file, known.damaged, disk));
      const now = this.#clock.now();
      const ledger = folded(known.ledger, now);
      await writeText(file, await inParts(ledgerText(ledger)), disk);
      // Without the lock, it may now be another window's.
      const version = held ? await disk.versionOf(file) : '';
      this.#known.set(accountId, { ledger, version, written: seenUntil(ledger) });
      if (!kept) return;
      log.warn('The record of costs cannot be read. It is kept aside and begins anew.');
      this.#onDamaged(accountId, kept);
    } catch (error) {
      ignore(log, 'this window has it in memory, and the next look writes it')(error);
    } finally {
      await held?.release();
    }
  }

  /** What this window knows, with what others wrote since. `damaged`: a file that can't be understood. */
  async #current(accountId: string): Promise<Known & { damaged?: Buffer }> {
    const { disk, log } = this.#accounts;
    const known = this.#known.get(accountId) ?? {
      ledger: emptyLedger,
      version: undefined,
      written: -Infinity,
    };
    const file = this.#file(accountId);
    try {
      const version = await disk.versionOf(file).catch(ifMissing);
      const content =
        version === undefined || version === known.version
          ? undefined
          : await disk.readFile(file).catch(ifMissing);
      if (version === undefined || content === undefined)
        return known.ledger.isPart ? { ...known, ledger: { ...known.ledger, isPart: undefined } } : known;
      refuseNewer(file, content);
      const read = await inParts(ledgerIn(content));
      if (!read) {
        const rebuilt = Math.round(this.#clock.now());
        const ledger = { ...known.ledger, rebuilt, isPart: undefined };
        return { ledger, version: undefined, written: -Infinity, damaged: content };
      }
      const ledger = merged(known.ledger, read);
      await inParts(countedEnds(ledger, this.#clock.now()));
      const current = { ledger, version, written: seenUntil(read) };
      this.#known.set(accountId, current);
      return current;
    } catch (error) {
      ignore(log, 'this window counts on its own until the file can be read')(error);
      return { ...known, ledger: { ...known.ledger, isPart: true } };
    }
  }

  #file(accountId: string): string {
    return join(this.#accounts.folderOf(accountId), 'ledger.json');
  }
}
