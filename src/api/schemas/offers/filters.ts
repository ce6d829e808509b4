import * as z from 'zod/mini';
import { described, descriptions } from '../described';
import { offerSchema } from './offer';

/** The operators of a filter (specification, Search; the template search defines all eight), each with its meaning. */
const meanings = {
  eq: 'equal to',
  neq: 'not equal to',
  lt: 'less than',
  lte: 'at most',
  gt: 'greater than',
  gte: 'at least',
  in: 'any of several',
  notin: 'none of several',
};
export type FilterOperator = keyof typeof meanings;
export const filterOperators = Object.keys(meanings) as FilterOperator[];

export type FilterValue = string | number | boolean | (string | number)[];

/** Checks one value, or a list of them for `in` and `notin`. A union of schemas is six times slower. */
function isFilterValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string' || typeof one === 'number');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The check accepts a list with any operator, as the service may. Editors propose lists only where they make sense. */
const editorTypes = {
  scalar: { type: ['string', 'number', 'boolean'] },
  list: { type: 'array', items: { type: ['string', 'number'] } },
};

/** Operator to value. */
export const conditionSchema = z.partialRecord(z.enum(filterOperators), z.custom<FilterValue>(isFilterValue));

descriptions.set(conditionSchema, {
  properties: Object.fromEntries(
    filterOperators.map((operator) => {
      const isList = operator === 'in' || operator === 'notin';
      return [operator, { description: meanings[operator], ...editorTypes[isList ? 'list' : 'scalar'] }];
    }),
  ),
  propertyNames: undefined,
  minProperties: 1,
  additionalProperties: false,
});

/** Field name to operator to value; units are the REST interface's (`gpu_ram` in MB). */
export const filtersSchema = z.record(z.string(), conditionSchema);
export type Filters = z.infer<typeof filtersSchema>;

/** The service writes spaces in names of GPUs, for which its command line takes underscores. */
export const gpuNameOf = (text: string): string => text.replaceAll('_', ' ');

/**
 * A version of a driver as the number that the service compares: 535.86.05 is 535086005. Undefined for what is neither
 * a version nor such a number.
 */
export function driverNumber(value: unknown): number | undefined {
  const [, major, minor = 0, patch = 0] =
    /^\s*(\d{1,9})(?:\.(\d{1,3}))?(?:\.(\d{1,3}))?\s*$/.exec(String(value)) ?? [];
  if (major === undefined) return undefined;
  return Number(major) > 9999
    ? Number(major)
    : Number(major) * 1_000_000 + Number(minor) * 1000 + Number(patch);
}

/** The version that such a number stands for. */
export function driverVersion(number: number): string {
  const [major, minor, patch] = [number / 1_000_000, (number / 1000) % 1000, number % 1000].map(Math.floor);
  if (!patch) return minor ? `${major}.${minor}` : String(major);
  return `${major}.${minor}.${String(patch).padStart(2, '0')}`;
}

/** A value of a filter or an offer as the number to compare by; NaN for what is none. */
export const comparable = (field: string, value: unknown): number =>
  field === 'driver_version' ? (driverNumber(value) ?? NaN) : Number(value);

/**
 * Filters as the service reads them. Its `cpu_ram` is the whole machine's and ours the renter's share, which is at most
 * as much: only the least that is asked for is sent.
 */
export function sentFilters(filters: Filters): Filters {
  const sent: Filters = {};
  for (const [field, conditions] of Object.entries(filters)) {
    if (field === 'cpu_ram') {
      const { gt, gte = conditions.eq } = conditions;
      if (gt !== undefined || gte !== undefined)
        sent[field] = { ...(gt === undefined ? {} : { gt }), ...(gte === undefined ? {} : { gte }) };
      continue;
    }
    sent[field] = Object.fromEntries(
      Object.entries(conditions).map(([operator, value]) => [
        operator,
        Array.isArray(value) ? value.map((one) => sentValue(field, one)) : sentValue(field, value),
      ]),
    );
  }
  return sent;
}

function sentValue<T extends string | number | boolean>(field: string, value: T): T | string | number {
  if (field === 'gpu_name' && typeof value === 'string') return gpuNameOf(value);
  return field === 'driver_version' ? (driverNumber(value) ?? value) : value;
}

const offerFields = Object.entries(offerSchema.shape).flatMap(([name]) =>
  name === 'search' || name === 'instance' ? [] : [name],
);

/** Filters of offers, with the fields that editors propose. Other fields are allowed. */
export function offerFilters(description: string) {
  return described(z.record(z.string(), conditionSchema), description, {
    propertyNames: { anyOf: [{ enum: offerFields }, { type: 'string' }] },
    defaultSnippets: [{ label: 'at least 24 GB of GPU memory', body: { gpu_ram: { gte: 24000 } } }],
  });
}

/** The same for who can't be told later that a field doesn't exist: only fields that offers have. */
export function knownOfferFilters(description: string) {
  const known = z.string().check(z.refine((name) => offerFields.includes(name)));
  return described(z.record(known, conditionSchema), description, { propertyNames: { enum: offerFields } });
}

const orderSchema = z.custom<[string, 'asc' | 'desc']>(
  (pair: unknown) =>
    Array.isArray(pair) &&
    pair.length === 2 &&
    typeof pair[0] === 'string' &&
    (pair[1] === 'asc' || pair[1] === 'desc'),
);
descriptions.set(orderSchema, {
  type: 'array',
  items: [{ type: 'string' }, { type: 'string', enum: ['asc', 'desc'] }],
  additionalItems: false,
  minItems: 2,
  maxItems: 2,
});

/** An offer search (specification, Search). */
export const offerQuerySchema = z.object({
  filters: offerFilters(
    'Search filters: a field of the offers to one or more operators with a value. Units are the REST interface’s, such as MB for gpu_ram.',
  ),
  order: z.optional(
    described(z.array(orderSchema), 'Order of the offers: pairs of a field and a direction.'),
  ),
  type: z.optional(
    described(z.enum(['on-demand', 'ondemand', 'bid']), 'On-demand (fixed price) or bid (interruptible).'),
  ),
  /** Maximum number of results; the service chooses when it is missing. */
  limit: z.optional(z.int()),
  allocated_storage: z.optional(described(z.number(), 'GB of disk that the price includes.')),
});
export type OfferQuery = z.infer<typeof offerQuerySchema>;

/** A search as a program gives it: without filters too, and with members that only the service knows. */
export const givenQuerySchema = z.looseObject({
  ...offerQuerySchema.shape,
  filters: z._default(filtersSchema, {}),
});
