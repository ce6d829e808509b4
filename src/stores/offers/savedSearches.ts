import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { mostSearches, type SavedSearch, savedSearchSchema } from '../../domain/offers/savedSearch';
import type { Clock } from '../../clock';
import type { AccountFiles } from '../account/accountFiles';
import { rowsIn } from '../account/accountRows';
import { SharedFile } from '../windows/sharedFile';
import { Listeners } from '../listeners';

/** The searches that a person saved, by account, shared between windows. */
export class SavedSearches {
  readonly #rows: SharedFile<readonly SavedSearch[]>;
  readonly #listeners = new Listeners();

  /** Calls back after each change in this window. */
  readonly onDidChange = this.#listeners.add;

  constructor(accounts: AccountFiles, clock: Clock) {
    const kind = rowsIn({
      name: 'searches.json',
      schema: savedSearchSchema,
      keyOf: ({ name }) => name,
    });
    this.#rows = new SharedFile(accounts, clock, kind);
  }

  /** Sorted by name. */
  async list(accountId: string): Promise<readonly SavedSearch[]> {
    return (await this.#rows.read(accountId)).toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** Replaces a search of the same name. @throws LocalError 'not_possible' if there are too many */
  async save(accountId: string, search: SavedSearch): Promise<void> {
    await this.#change(accountId, (rows) => {
      const others = rows.filter(({ name }) => name !== search.name);
      if (others.length >= mostSearches)
        throw new LocalError(
          'not_possible',
          l10n.t('You have {0} saved searches. Delete one first.', mostSearches),
        );
      return [...others, search];
    });
  }

  /** False if there is none of this name. */
  async forget(accountId: string, name: string): Promise<boolean> {
    return this.#change(accountId, (rows) => {
      const others = rows.filter((one) => one.name !== name);
      return others.length < rows.length ? others : rows;
    });
  }

  async #change(
    accountId: string,
    change: (rows: readonly SavedSearch[]) => readonly SavedSearch[],
  ): Promise<boolean> {
    const isChanged = await this.#rows.change(accountId, (before) => {
      const value = change(before);
      return { value, result: value !== before };
    });
    if (isChanged) this.#listeners.tell();
    return isChanged;
  }
}
