import type { Client } from '../../api/client';
import type { CallOptions } from '../../api/http/requests';
import type { Charge } from '../../api/schemas/account/charge';
import type { EpochMs } from '../../clock';
import { chargesIn, type Span } from '../../domain/money/charges';
import { type Bill, billFrom } from '../../domain/money/ledger/bill';

/** Entries per page, and the maximum number of pages: a list that never ends must not fill the memory. */
const pageSize = 100;
const mostPages = 100;

interface ReadCharges {
  charges: Charge[];
  /** Entries in this time that the service has but didn't send. */
  missing: number;
}

interface ChargesClient {
  charges: Pick<Client['charges'], 'list'>;
}

/** An account's bill as it is now. @throws ApiError */
export async function readBill(
  client: ChargesClient,
  span: Span,
  now: EpochMs,
  options: CallOptions,
): Promise<Bill> {
  const { charges, missing } = await readCharges(client, span, options);
  return billFrom(now, span, charges, missing);
}

/** An account's charges for a time, all pages. @throws ApiError if one of them fails: half a bill would be wrong */
export async function readCharges(
  client: ChargesClient,
  span: Span,
  options?: CallOptions,
): Promise<ReadCharges> {
  const filters = { day: { gte: span.start, lt: span.end } };
  const charges: Charge[] = [];
  const seen = new Set<string>();
  let total = 0;
  let after: string | undefined;
  let isLast = false;
  for (let page = 0; page < mostPages; page++) {
    const answer = await client.charges.list(filters, { limit: pageSize, after }, options);
    const content = JSON.stringify(answer.charges);
    // A service that doesn't know `after_token` sends the same page for ever.
    if (seen.has(content)) break;
    seen.add(content);
    charges.push(...answer.charges);
    total = Math.max(total, answer.total ?? 0);
    after = answer.nextToken || undefined;
    isLast = after === undefined || (total > 0 && charges.length >= total);
    if (isLast) break;
  }
  const missing = Math.max(total - charges.length, isLast ? 0 : 1);
  return { charges: chargesIn(span, charges), missing };
}
