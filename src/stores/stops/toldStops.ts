import type { Clock } from '../../clock';
import { type ToldStop, toldStopSchema } from '../../domain/stops/machineStop';
import type { AccountFiles } from '../account/accountFiles';
import { rowsById } from '../account/accountRows';
import { SharedFile, type Wanted } from '../windows/sharedFile';
import { toldFile } from './toldFile';

/** By the instance's id. */
type ToldById = ReadonlyMap<number, ToldStop>;

const none: ToldById = new Map();

/** What machines were told of scheduled stops, in a file of each account that outlives the windows. */
export class ToldStops {
  readonly #file: SharedFile<ToldById>;

  constructor(accounts: AccountFiles, clock: Clock) {
    this.#file = new SharedFile(accounts, clock, {
      name: toldFile,
      none,
      said: (content) => rowsById(content, toldStopSchema),
      text: (told) => JSON.stringify(Object.fromEntries(told)),
      merged: withUnwritten,
      isKeptInMemory: true,
    });
  }

  /** As this window has read it last. */
  get(accountId: string, instanceId: number): ToldStop | undefined {
    return this.#file.last(accountId).get(instanceId);
  }

  read(accountId: string): Promise<ToldById> {
    return this.#file.read(accountId);
  }

  /** True for the one caller, in all windows, whose `edit` has changed it; it returns the same object for no change. */
  edit(
    accountId: string,
    instanceId: number,
    edit: (told: ToldStop | undefined) => ToldStop | undefined,
  ): Promise<boolean> {
    return this.#file.change(accountId, (all) => {
      const before = all.get(instanceId);
      const after = edit(before);
      if (after === before) return { value: all, result: false };
      const others = [...all].filter(([id]) => id !== instanceId);
      return { value: new Map(after ? [...others, [instanceId, after]] : others), result: true };
    });
  }
}

/** What a file says, with what this window has changed and could not write. */
function withUnwritten(file: ToldById, { before, after }: Wanted<ToldById>): ToldById {
  const ids = new Set([...file.keys(), ...after.keys()]);
  const rows = [...ids].flatMap((id) => {
    const told = before.get(id) === after.get(id) ? file.get(id) : after.get(id);
    return told ? [[id, told] as const] : [];
  });
  return new Map(rows);
}
