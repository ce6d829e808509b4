import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { PersonCall } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import {
  type Hidden,
  type Hideable,
  hideableFields,
  notHidden,
  nothingHidden,
} from '../../domain/offers/hidden';
import type { HiddenOffers } from '../../stores/offers/hiddenOffers';
import type { FoundOffer } from '../../stores/offers/offerStore';

/** What the offers panel does not show because the person hid it. */
export class PanelHidden {
  readonly #store: Pick<HiddenOffers, 'list' | 'onDidChange'>;
  readonly #changed: () => void;
  readonly #changes: vscode.Disposable;
  #accountId: string | undefined;
  #hidden: Hidden = nothingHidden;
  #last: { all: readonly FoundOffer[]; hidden: Hidden; shown: readonly FoundOffer[] } | undefined;

  constructor(store: Pick<HiddenOffers, 'list' | 'onDidChange'>, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    this.#changes = store.onDidChange(() => void this.follow(this.#accountId));
  }

  get count(): number {
    return this.#hidden.machine.length + this.#hidden.host.length;
  }

  /** Reads what is hidden for this account, also in other windows. */
  async follow(accountId: string | undefined): Promise<void> {
    this.#accountId = accountId;
    const hidden = accountId === undefined ? nothingHidden : await this.#store.list(accountId);
    if (this.#accountId !== accountId || isDeepStrictEqual(hidden, this.#hidden)) return;
    this.#hidden = hidden;
    this.#changed();
  }

  /** A new list only when something has changed. */
  without(all: readonly FoundOffer[]): readonly FoundOffer[] {
    const hidden = this.#hidden;
    if (this.#last?.all !== all || this.#last.hidden !== hidden)
      this.#last = { all, hidden, shown: notHidden(all, hidden) };
    return this.#last.shown;
  }

  hide(found: FoundOffer | undefined, what: Hideable): void {
    const field = hideableFields[what];
    const id = found?.offer[field];
    if (id !== undefined) void callCommand('hideOffers', new PersonCall({ [field]: id }));
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
