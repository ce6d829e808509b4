import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Hidden, Hideable, LeftOut } from '../../domain/offers/hidden';
import type { BadMachines } from '../instances/badMachines';
import type { MarkerFiles } from '../rentals/markerFiles';

/** More would make each search long. */
const atMost = 200;

/**
 * Machines and hosts that a person does not want to see in searches, until they are shown again. Stored per account, for
 * all windows.
 */
export class HiddenOffers {
  readonly #marks: Readonly<Record<Hideable, MarkerFiles>>;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Something was hidden or shown in this window. */
  readonly onDidChange = this.#changed.event;

  constructor(marks: Readonly<Record<Hideable, MarkerFiles>>) {
    this.#marks = marks;
  }

  /** @throws LocalError 'not_possible' if there are too many */
  async hide(accountId: string, what: Hideable, id: number): Promise<void> {
    const hidden = (await this.list(accountId))[what];
    if (hidden.length >= atMost && !hidden.includes(id))
      throw new LocalError(
        'not_possible',
        l10n.t('You can hide at most {0} machines and as many hosts. Show some again first.', atMost),
      );
    await this.#marks[what].add(accountId, id);
    this.#changed.fire();
  }

  /** @returns whether it was hidden */
  async show(accountId: string, what: Hideable, id: number): Promise<boolean> {
    const wasHidden = await this.#marks[what].take(accountId, id);
    if (wasHidden) this.#changed.fire();
    return wasHidden;
  }

  async list(accountId: string): Promise<Hidden> {
    const ids = async (marks: MarkerFiles): Promise<number[]> =>
      [...(await marks.list(accountId))].sort(([, a], [, b]) => b - a).map(([id]) => id);
    const [machine, host] = await Promise.all([ids(this.#marks.machine), ids(this.#marks.host)]);
    return { machine, host };
  }
}

/** What the searches of an account leave out. */
export async function leftOutOf(
  { badMachines, hidden }: { badMachines: Pick<BadMachines, 'list'>; hidden: Pick<HiddenOffers, 'list'> },
  accountId: string,
): Promise<LeftOut> {
  const [bad, known] = await Promise.all([badMachines.list(accountId), hidden.list(accountId)]);
  return { bad, hidden: known };
}
