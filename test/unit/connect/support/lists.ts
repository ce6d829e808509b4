import { systemClock } from '../../../../src/clock';
import type { ListServices } from '../../../../src/connect/lastLists';

/** Signed-in accounts, each at a service, with the ids of their instances; the first one comes first. */
export function lists(
  ...all: { id: string; baseUrl: string; ids: number[] }[]
): Omit<ListServices, 'accounts'> & { accounts: { accounts: never } } {
  const of = (accountId: string) => all.find(({ id }) => id === accountId)?.ids ?? [];
  return {
    files: { list: () => Promise.resolve(all) } as never,
    accounts: { accounts: all as never },
    snapshots: {
      read: (id: string) => Promise.resolve({ at: 1, instances: of(id).map((one) => ({ id: one })) }),
    } as never,
    viaProxy: { list: () => Promise.resolve(new Map()) } as never,
    clock: systemClock,
  };
}
