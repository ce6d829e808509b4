import { PersonCall } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import {
  allLeftOut,
  type Hidden,
  type Hideable,
  hideableFields,
  notHidden,
  nothingHidden,
} from '../../domain/offers/hidden';
import type { Log } from '../../log/log';
import type { HiddenOffers } from '../../stores/offers/hiddenOffers';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { AccountFacts } from './accountFacts';

/** What the offers panel does not show because the person hid it. */
export class PanelHidden extends AccountFacts<Hidden> {
  #last: { all: readonly FoundOffer[]; hidden: Hidden; shown: readonly FoundOffer[] } | undefined;

  constructor(store: Pick<HiddenOffers, 'list' | 'onDidChange'>, changed: () => void, log: Log) {
    super(store, nothingHidden, changed, log);
  }

  get count(): number {
    return this.value.machine.length + this.value.host.length;
  }

  /** A new list only when something has changed. */
  without(all: readonly FoundOffer[]): readonly FoundOffer[] {
    const hidden = this.value;
    if (this.#last?.all !== all || this.#last.hidden !== hidden)
      this.#last = { all, hidden, shown: notHidden(all, hidden) };
    return this.#last.shown;
  }

  /** What a watched search looks at. @param bad machines on which an instance did not start today */
  watched(all: readonly FoundOffer[], bad: readonly number[]): readonly FoundOffer[] {
    return notHidden(all, allLeftOut({ bad, hidden: this.value }));
  }

  hide({ offer }: FoundOffer, what: Hideable): void {
    const field = hideableFields[what];
    const id = offer[field];
    if (id !== undefined) void callCommand('hideOffers', new PersonCall({ [field]: id }));
  }
}
