import type { FastifyInstance } from 'fastify';
import { authorize } from './accounts/authorize';
import type { Charge } from './billing';
import { CHARGES_PAGE_SIZE, MAX_CHARGES_PAGE_SIZE } from './choices';
import { compileFilters } from './filters';
import { filtersOf } from './http/body';
import { requireExtensions } from './http/extensions';
import { limitOf, pageAfter, type Place } from './http/paging';
import { round } from './market/generateMarket';
import type { World } from './world';

/** Fields that a search may compare, each with a value of its type. */
const sample = { day: 0, source: '', type: '', amount: 0 };

/** What one instance or volume cost on one day. */
type ChargeView = ReturnType<typeof viewCharges>;

/**
 * GET charges: one row for each day (UTC) and source, with what it is made of in `items`; an optional endpoint. The
 * earliest come first unless `latest_first` is true.
 */
export function registerChargeRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: Record<string, unknown> }>('/api/v0/charges/', async (request) => {
    requireExtensions(world);
    const { account } = authorize(world.accounts, request, 'billing_read');
    const { select_filters: filters, latest_first: latestFirst, limit, after_token: token } = request.query;
    world.instances.billing.settle(account);
    const matches = compileFilters<ChargeView>(filtersOf(filters), sample, valueOf);
    const compare = String(latestFirst).toLowerCase() === 'true' ? latest : earliest;
    const found = byDayAndSource(world.instances.billing.charges(account))
      .filter(matches)
      .sort((a, b) => compare(placeOf(a), placeOf(b)));
    const page = { token, limit: limitOf(limit, CHARGES_PAGE_SIZE, MAX_CHARGES_PAGE_SIZE) };
    const { rows, nextToken } = pageAfter(found, page, placeOf, compare);
    return { success: true, count: rows.length, total: found.length, next_token: nextToken, results: rows };
  });
}

/** The day that a row is searched by is its start. */
function valueOf(row: ChargeView, field: string): unknown {
  return new Map<string, unknown>(Object.entries({ ...row, day: row.start })).get(field);
}

const placeOf = ({ start, source }: ChargeView): Place => [start, source];

function earliest([day = 0, source = '']: Place, [otherDay = 0, otherSource = '']: Place): number {
  return Number(day) - Number(otherDay) || String(source).localeCompare(String(otherSource), 'en');
}
const latest = (a: Place, b: Place): number => earliest(b, a);

function byDayAndSource(charges: readonly Charge[]): ChargeView[] {
  const groups = Map.groupBy(charges, ({ day, source }) => `${day} ${source}`);
  return [...groups.values()].map(viewCharges);
}

function viewCharges(parts: readonly Charge[]) {
  const { day, source } = parts[0]!;
  const [type = '', id = ''] = source.split('-');
  return {
    start: day,
    end: day,
    type,
    source,
    description: `${type === 'volume' ? 'Volume' : 'Instance'} ${id} Charges - 1 day`,
    amount: total(parts),
    metadata: {},
    items: parts.map((part) => ({
      start: day,
      end: day,
      type: part.type,
      source: null,
      description: partWords(part),
      amount: round(part.amount, 6),
      metadata: {},
      items: [],
    })),
  };
}

const partWords = ({ type, amount, hours }: Charge): string =>
  type === 'prepaid'
    ? 'Paid ahead for a discount'
    : `${hours.toFixed(3)} hours at $${(amount / hours).toFixed(3)}/hour`;

function total(parts: readonly Charge[]): number {
  return round(
    parts.reduce((sum, { amount }) => sum + amount, 0),
    6,
  );
}
