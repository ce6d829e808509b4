import type { Filters } from '../../api/schemas/offers/filters';
import type { Offer } from '../../api/schemas/offers/offer';

export type Hideable = 'machine' | 'host';

/** The field of an offer that tells which one it is. */
export const hideableFields = { machine: 'machine_id', host: 'host_id' } as const satisfies Record<
  Hideable,
  keyof Offer
>;

/** Ids of what is hidden, the latest first. */
export type Hidden = Readonly<Record<Hideable, readonly number[]>>;

export const nothingHidden: Hidden = { machine: [], host: [] };

/** What a search does not list. */
export interface LeftOut {
  /** Machines on which an instance did not start today, until the person asks for them. */
  bad: readonly number[];
  /** What the person hid. */
  hidden: Hidden;
}

/** All of it, by kind. */
export const allLeftOut = ({ bad, hidden }: LeftOut): Hidden => ({
  ...hidden,
  machine: [...bad, ...hidden.machine],
});

/** The offers that are not hidden; the same list if none is. An offer that doesn't tell where it is stays. */
export function notHidden<T extends { offer: Offer }>(found: readonly T[], hidden: Hidden): readonly T[] {
  const ids = { machine: new Set(hidden.machine), host: new Set(hidden.host) };
  if (ids.machine.size + ids.host.size === 0) return found;
  return found.filter(
    ({ offer: { machine_id = -1, host_id = -1 } }) => !ids.machine.has(machine_id) && !ids.host.has(host_id),
  );
}

/** All but the machine and the host of an offer that a person chose, wherever they found it. */
export const butFor = ({ machine, host }: Hidden, { machine_id, host_id }: Offer): Hidden => ({
  machine: machine.filter((id) => id !== machine_id),
  host: host.filter((id) => id !== host_id),
});

/** Leaves what is hidden out of a search. */
export const withoutHidden = ({ machine, host }: Hidden): Filters => ({
  ...(machine.length > 0 && { machine_id: { notin: [...machine] } }),
  ...(host.length > 0 && { host_id: { notin: [...host] } }),
});
