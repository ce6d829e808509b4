import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { filterOperators, type FilterValue } from '../../../../src/api/schemas/filters';
import type { Offer } from '../../../../src/api/schemas/offer';
import { filterTest } from '../../../../src/domain/search/filterTest';

type Scalar = string | number | boolean;

/** One value at a time, as the specification has it. */
function says(field: string, operator: string, actual: Scalar, wanted: FilterValue): boolean {
  const values = Array.isArray(wanted) ? wanted : [wanted];
  const isOne = values.some(
    (one) =>
      String(actual) === String(one) ||
      (field === 'geolocation' && String(actual).endsWith(`, ${String(one)}`)),
  );
  if (operator === 'eq' || operator === 'in') return isOne;
  if (operator === 'neq' || operator === 'notin') return !isOne;
  const [a, b] = [Number(actual), Number(wanted)];
  return operator === 'lt' ? a < b : operator === 'lte' ? a <= b : operator === 'gt' ? a > b : a >= b;
}

const scalar = fc.oneof(
  fc.constantFrom(
    'US',
    'California, US',
    'A, B, US',
    ', US',
    'Bonaire, Sint Eustatius, BQ',
    '24',
    'true',
    '',
  ),
  fc.constantFrom(0, -0, 1, 24, 24.5, Number.NaN, Infinity, true, false),
  fc.string(),
  fc.double(),
);
const listed = fc.array(scalar.filter((one) => typeof one !== 'boolean'));

describe('the test of a filter', () => {
  it('says of every value what it says of one', () => {
    const field = fc.constantFrom('geolocation', 'gpu_name', 'num_gpus', 'static_ip');
    const wanted: fc.Arbitrary<FilterValue> = fc.oneof(scalar, listed);
    fc.assert(
      fc.property(
        field,
        fc.constantFrom(...filterOperators),
        scalar,
        wanted,
        (name, operator, actual, value) => {
          const offer = { id: 1, [name]: actual } as Offer;
          expect(filterTest(name, { [operator]: value })(offer)).toBe(says(name, operator, actual, value));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('lets an offer pass that does not tell the field', () => {
    expect(filterTest('cuda_max_good', { gte: 12 })({ id: 1 })).toBe(true);
    expect(filterTest('constructor', { eq: 'x' })({ id: 1 })).toBe(true);
  });
});
