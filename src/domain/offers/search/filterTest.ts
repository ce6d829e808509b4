import {
  comparable,
  driverNumber,
  gpuNameOf,
  type FilterOperator,
  type Filters,
  type FilterValue,
} from '../../../api/schemas/offers/filters';
import type { Offer } from '../../../api/schemas/offers/offer';
import { memoryShare } from '../memoryShare';

type Scalar = string | number | boolean;

/** Whether an offer passes a filter. */
export type FilterTest = (offer: Offer) => boolean;

/** The test of one field's filter, made once for thousands of offers. An offer without the field passes. */
export function filterTest(field: string, conditions: Filters[string]): FilterTest {
  const tests = Object.entries(conditions).map(([operator, wanted]) =>
    valueTest(field, operator as FilterOperator, wanted),
  );
  return (offer) => {
    const actual = offerField(offer, field);
    return actual === undefined || tests.every((test) => test(actual));
  };
}

function offerField(offer: Offer, field: string): Scalar | undefined {
  // Responses carry `verification`, a word; `verified` is the name of the filter.
  if (field === 'verified') {
    return (
      offer.verified ?? (offer.verification === undefined ? undefined : offer.verification === 'verified')
    );
  }
  if (field === 'cpu_ram') return memoryShare(offer) ?? offer.cpu_ram;
  const value: unknown = Object.hasOwn(offer, field) ? Reflect.get(offer, field) : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

function valueTest(
  field: string,
  operator: FilterOperator,
  wanted: FilterValue,
): (actual: Scalar) => boolean {
  switch (operator) {
    case 'eq':
    case 'in':
      return oneOf(field, wanted);
    case 'neq':
    case 'notin': {
      const isOne = oneOf(field, wanted);
      return (actual) => !isOne(actual);
    }
    case 'lt':
      return unlessBeyond(field, wanted, (actual, limit) => actual < limit);
    case 'lte':
      return unlessBeyond(field, wanted, (actual, limit) => actual <= limit);
    case 'gt':
      return unlessBeyond(field, wanted, (actual, limit) => actual > limit);
    case 'gte':
      return unlessBeyond(field, wanted, (actual, limit) => actual >= limit);
  }
}

/** Two values that can't be compared as numbers speak against no offer. */
function unlessBeyond(
  field: string,
  wanted: FilterValue,
  holds: (actual: number, limit: number) => boolean,
): (actual: Scalar) => boolean {
  const limit = comparable(field, wanted);
  return (actual) => {
    const known = comparable(field, actual);
    return Number.isNaN(limit) || Number.isNaN(known) || holds(known, limit);
  };
}

/** Values are the same where they are written the same. */
function oneOf(field: string, wanted: FilterValue): (actual: Scalar) => boolean {
  const spelled = spelling(field);
  const values = new Set([wanted].flat().map(spelled));
  if (field !== 'geolocation') return (actual) => values.has(spelled(actual));
  return (actual) => {
    const place = String(actual);
    if (values.has(place)) return true;
    // "California, US" answers to the filter value "US".
    for (let at = place.indexOf(', '); at >= 0; at = place.indexOf(', ', at + 1))
      if (values.has(place.slice(at + 2))) return true;
    return false;
  };
}

function spelling(field: string): (value: Scalar) => string {
  if (field === 'gpu_name') return (value) => gpuNameOf(String(value));
  return field === 'driver_version' ? (value) => String(driverNumber(value) ?? value) : String;
}
