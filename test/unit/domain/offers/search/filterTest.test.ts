import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { filterOperators, type FilterValue } from '../../../../../src/api/schemas/offers/filters';
import type { Offer } from '../../../../../src/api/schemas/offers/offer';
import { filterTest } from '../../../../../src/domain/offers/search/filterTest';

type Scalar = string | number | boolean;

/** One value at a time, as the specification has it. */
function says(field: string, operator: string, actual: Scalar, wanted: FilterValue): boolean {
  const values = Array.isArray(wanted) ? wanted : [wanted];
  const isOne = values.some(
    (one) =>
      spelled(field, actual) === spelled(field, one) ||
      (field === 'geolocation' && String(actual).endsWith(`, ${String(one)}`)),
  );
  if (operator === 'eq' || operator === 'in') return isOne;
  if (operator === 'neq' || operator === 'notin') return !isOne;
  const [a, b] = [Number(actual), Number(wanted)];
  // What can't be compared speaks against no offer.
  if (Number.isNaN(a) || Number.isNaN(b)) return true;
  return operator === 'lt' ? a < b : operator === 'lte' ? a <= b : operator === 'gt' ? a > b : a >= b;
}

const spelled = (field: string, value: Scalar): string =>
  field === 'gpu_name' ? String(value).replaceAll('_', ' ') : String(value);

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

  it.each<[string, FilterValue, boolean]>([
    ['gte', '535.86.05', true],
    ['gte', 535_086_005, true],
    ['gte', '535', true],
    ['gt', '535.86', true],
    ['lt', '535.100', true],
    ['lt', '535.86.05', false],
    ['gte', 550, false],
    ['gte', '550', false],
    ['eq', 535_086_005, true],
    ['in', ['550', '535.86.05'], true],
    ['neq', '535.86.5', false],
    ['gte', 'newest', true],
    ['lt', 'newest', true],
  ])('compares drivers by their versions: 535.86.05 %s %j is %s', (operator, wanted, passes) => {
    const test = filterTest('driver_version', { [operator]: wanted });
    expect(test({ id: 1, driver_version: '535.86.05' })).toBe(passes);
    expect(filterTest('driver_version', { gte: '535' })({ id: 1, driver_version: 'unknown' })).toBe(true);
  });

  it("takes the spelling of the vendor's command line for a GPU", () => {
    const offer = { id: 1, gpu_name: 'RTX 4090' };
    expect(filterTest('gpu_name', { eq: 'RTX_4090' })(offer)).toBe(true);
    expect(filterTest('gpu_name', { notin: ['RTX_4090'] })(offer)).toBe(false);
  });

  it('lets an offer pass that does not tell the field', () => {
    expect(filterTest('cuda_max_good', { gte: 12 })({ id: 1 })).toBe(true);
    expect(filterTest('constructor', { eq: 'x' })({ id: 1 })).toBe(true);
  });
});
