import type { ToldSpending } from '../../src/commands/money/showSpending';
import type { EndWorld } from './checks';

interface Charge {
  source: string;
  amount: number;
  items: { description: string }[];
}

/**
 * The ledger of each window against the service's own books. What changed while nobody could ask is known to the ledger
 * only from the next list on, so only what it calls certain is compared. A clock that was wrong by an hour may make it
 * wrong by an hour's price.
 */
export async function booksAgree({ person, begun, time }: EndWorld): Promise<string[]> {
  const problems: string[] = [];
  const booked = await chargesOf(begun);
  for (const window of person.windows) {
    const { bySource } = await window.call<ToldSpending>('showSpending', { period: 'last30Days' });
    const counted = new Map(bySource.map(({ source, total }) => [source, total]));
    for (const source of new Set([...counted.keys(), ...booked.keys()])) {
      const sum = counted.get(source);
      const { charged, perHour } = booked.get(source) ?? { charged: 0, perHour: 0 };
      // A list every ten seconds, and what was asked for has an effect some seconds later.
      const allowed = 0.01 + charged * 0.05 + (time.jumped / 3_600_000) * perHour;
      if (sum?.isCertain && Math.abs(sum.amount - charged) > allowed)
        problems.push(`${window.life.name} counted $${sum.amount} for ${source}, the service $${charged}`);
    }
  }
  return problems;
}

async function chargesOf({
  sandboxUrl,
  apiKey,
}: EndWorld['begun']): Promise<Map<string, { charged: number; perHour: number }>> {
  const sums = new Map<string, { charged: number; perHour: number }>();
  const answer = await fetch(`${sandboxUrl}/api/v0/charges/?limit=500`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { results } = (await answer.json()) as { results: Charge[] };
  for (const { source, amount, items } of results) {
    const perHour = items.reduce(
      (sum, { description }) => sum + Number(/\$([\d.]+)\//.exec(description)?.[1] ?? 0),
      0,
    );
    const known = sums.get(source);
    sums.set(source, {
      charged: (known?.charged ?? 0) + amount,
      perHour: Math.max(known?.perHour ?? 0, perHour),
    });
  }
  return sums;
}
