import type { EpochMs } from '../../clock';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import {
  longestSending,
  type PendingRental,
  type Reconciled,
  type RentalAges,
  withChange,
} from './pendingRental';

/** For how many milliseconds another window has a stop to schedule for itself. */
const handedFor = 60_000;

interface Seen {
  listed: readonly SharedInstance[];
  isGone: (instanceId: number) => boolean;
  ages: RentalAges;
  now: EpochMs;
}

/** Rentals after a complete list, and what is to be done about some of them. The same ones if nothing has changed. */
export function reconciled(
  all: readonly PendingRental[],
  { listed, isGone, ages, now }: Seen,
): { value: readonly PendingRental[]; result: Reconciled } {
  const ids = new Set(listed.map(({ id }) => id));
  const found: Reconciled = { appeared: [], unscheduled: [], lost: [] };
  let rentals = ofInterest(all, ages);
  for (const { token } of rentals) {
    const rental = rentals.find((one) => one.token === token);
    if (!rental) continue;
    const instanceId = rental.instanceId ?? recognized(rental, listed, rentals, ages);
    const isLost = instanceId === undefined && ages.isLate(rental);
    if (isLost) found.lost.push(rental);
    if (isLost || (instanceId !== undefined && !ids.has(instanceId) && isGone(instanceId))) {
      rentals = rentals.filter((one) => one.token !== token);
    }
    if (instanceId === undefined || !ids.has(instanceId)) continue;
    if (rental.instanceId === undefined && rental.awaited) found.appeared.push(instanceId);
    if (rental.listedAt === undefined) {
      rentals = withChange(rentals, token, { instanceId, listedAt: now });
    }
    if (rental.stopAt === undefined || !isLeft(rental, ages, now)) continue;
    found.unscheduled.push({ instanceId, stopAt: rental.stopAt });
    rentals = withChange(rentals, token, { handedAt: now });
  }
  const isSame = rentals.length === all.length && rentals.every((one, index) => one === all[index]);
  return { value: isSame ? all : rentals, result: found };
}

/** Rentals, one of which now knows its instance, where that can be told: `PendingRentals.find`. */
export function withFound(
  all: readonly PendingRental[],
  token: string,
  listed: readonly SharedInstance[],
): { value: readonly PendingRental[]; result: number | undefined } {
  const rental = all.find((one) => one.token === token);
  // A list may have recognized it meanwhile.
  if (!rental || rental.instanceId !== undefined) return { value: all, result: rental?.instanceId };
  const candidates = candidatesOf(rental, listed, all);
  const rivals = all.filter(
    (one) => one !== rental && candidates.some(({ id }) => mayBe(one, id, listed, all)),
  );
  const found = candidates.length > rivals.length ? candidates[0]?.id : undefined;
  return {
    value: found === undefined ? all : withChange(all, token, { instanceId: found }),
    result: found,
  };
}

/** The instance of a rental whose answer was lost. */
function recognized(
  rental: PendingRental,
  listed: readonly SharedInstance[],
  rentals: readonly PendingRental[],
  { isLate, phaseOf }: RentalAges,
): number | undefined {
  if (phaseOf(rental) !== 'unclear') return undefined;
  const candidates = candidatesOf(rental, listed, rentals);
  if (isLate(rental)) {
    // Many may have been rented elsewhere since.
    const [first, second] = candidates.filter((one) => isRentedThen(one, rental.at));
    return second ? undefined : first?.id;
  }
  // The window that waits for its answer is about to say which one it got.
  const isOpen = rentals.some(
    (one) => phaseOf(one) === 'sending' && candidates.some(({ id }) => mayBe(one, id, listed, rentals)),
  );
  return isOpen ? undefined : candidates[0]?.id;
}

/** Whether its window had the time to schedule the stop, and no other window has just been asked to. */
function isLeft(rental: PendingRental, ages: RentalAges, now: EpochMs): boolean {
  const { handedAt } = rental;
  if (ages.of(rental) <= longestSending) return false;
  return handedAt === undefined || Math.abs(now - handedAt) >= handedFor;
}

/** While one rental waits for its instance, remember which ones the others got. */
function ofInterest(all: readonly PendingRental[], { phaseOf }: RentalAges): PendingRental[] {
  const isOver = (one: PendingRental): boolean => phaseOf(one) === 'over';
  const someWait = all.some((one) => one.instanceId === undefined && !isOver(one));
  return all.filter((one) => !isOver(one) || (one.instanceId !== undefined && someWait));
}

/** New instances that belong to no other rental and match the requested label and machine. */
function candidatesOf(
  { known, label, machineId }: PendingRental,
  listed: readonly SharedInstance[],
  all: readonly PendingRental[],
): SharedInstance[] {
  // An instance that couldn't be read before, or can't be read now, may be an older one.
  if (known.some((id) => id < 0)) return [];
  const taken = new Set([...known, ...all.map(({ instanceId }) => instanceId)]);
  return listed.filter(
    ({ id, label: its, machine_id: machine, unreadable }) =>
      !unreadable &&
      !taken.has(id) &&
      (label === undefined || its === undefined || its === label) &&
      (machineId === undefined || machine === undefined || machine === machineId),
  );
}

/** Whether an instance may be the one of a rental that waits for its own. */
function mayBe(
  rental: PendingRental,
  id: number,
  listed: readonly SharedInstance[],
  all: readonly PendingRental[],
): boolean {
  return (
    rental.instanceId === undefined &&
    candidatesOf(rental, listed, all).some((instance) => instance.id === id)
  );
}

/** How many milliseconds before or after a rental its instance may say that it was created: clocks differ. */
const clocksDiffer = 10 * 60_000;

/** Whether an instance says that it was created at the time of a rental. */
function isRentedThen({ start_date: created }: SharedInstance, at: EpochMs): boolean {
  return created !== undefined && Math.abs(created * 1000 - at) <= clocksDiffer;
}
