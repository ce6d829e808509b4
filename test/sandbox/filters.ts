import * as z from 'zod/mini';
import { invalidArgs, ServiceError } from './serviceError';

const filterOperators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'notin'] as const;
type Operator = (typeof filterOperators)[number];

/** One condition of a search: `field operator operand`. */
interface Condition {
  field: string;
  operator: Operator;
  operand: unknown;
}

/** What a search compares for one field of one item; undefined when the item has no such field. */
export type ReadField<T> = (item: T, field: string) => unknown;

/**
 * Turns `{field: {op: value}}` into a predicate (specification, Search: the eight operators).
 * Only members that the sample has are used. Other members and null are ignored.
 * @param sample an example of each field, for its type; any operand fits a field whose example is null
 * @throws ServiceError 400 `invalid_args` when a condition is not an object, an operator is unknown or an
 * operand fits neither its operator nor its field
 */
export function compileFilters<T>(
  given: Readonly<Record<string, unknown>>,
  sample: Readonly<Record<string, unknown>>,
  read: ReadField<T>,
): (item: T) => boolean {
  const conditions = Object.entries(given)
    .filter(([field, value]) => Object.hasOwn(sample, field) && value !== null)
    .flatMap(([field, value]) => conditionsOf(field, value));
  for (const condition of conditions) refuseOtherType(sample[condition.field], condition);
  return (item) => conditions.every((condition) => holds(read(item, condition.field), condition));
}

/** Filters that are stored for a later search: `{field: {op: value}}`, with any fields. */
export const filters = z
  .record(z.string(), z.unknown())
  .check(z.refine(areFilters, 'must be {field: {operator: value}}'));

function areFilters(given: Readonly<Record<string, unknown>>): boolean {
  try {
    for (const [field, value] of Object.entries(given)) if (value !== null) conditionsOf(field, value);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** @throws ServiceError 400 if the operand cannot be a value of the sample's type */
function refuseOtherType(sample: unknown, { field, operator, operand }: Condition): void {
  const operands: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
  const asksForEqual = ['eq', 'neq', 'in', 'notin'].includes(operator);
  const fits = (one: unknown) => (one === null ? asksForEqual : canMean(one, sample));
  if (!operands.every(fits)) throw invalidArgs(`${field}: ${operator} is not given a value of its type`);
}

function canMean(operand: unknown, sample: unknown): boolean {
  if (typeof operand === 'object') return false;
  if (typeof sample === 'number') return toNumber(operand) !== undefined;
  if (typeof sample === 'boolean') return toBoolean(operand) !== undefined;
  return true;
}

function conditionsOf(field: string, value: unknown): Condition[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgs(`${field}: a filter is an object of {operator: value}`);
  }
  return Object.entries(value).map(([operator, operand]: [string, unknown]) => {
    if (!isOperator(operator)) throw invalidArgs(`${field}: unknown operator ${operator.slice(0, 40)}`);
    const many = operator === 'in' || operator === 'notin';
    if (many !== Array.isArray(operand)) {
      throw invalidArgs(`${field}: ${operator} takes ${many ? 'an array' : 'one value'}`);
    }
    return { field, operator, operand };
  });
}

function isOperator(text: string): text is Operator {
  return filterOperators.some((operator) => operator === text);
}

function holds(value: unknown, { operator, operand }: Condition): boolean {
  switch (operator) {
    case 'eq':
      return same(value, operand);
    case 'neq':
      return !same(value, operand);
    case 'in':
      return Array.isArray(operand) && operand.some((one) => same(value, one));
    case 'notin':
      return Array.isArray(operand) && !operand.some((one) => same(value, one));
    default:
      return ordered(value, operand, operator);
  }
}

function same(value: unknown, operand: unknown): boolean {
  if (value === undefined || value === null) return operand === null;
  if (typeof value === 'number') return toNumber(operand) === value;
  if (typeof value === 'boolean') return toBoolean(operand) === value;
  return value === operand;
}

function ordered(value: unknown, operand: unknown, operator: Operator): boolean {
  const order = orderOf(value, operand);
  if (order === undefined) return false;
  if (operator === 'lt') return order < 0;
  if (operator === 'lte') return order <= 0;
  if (operator === 'gt') return order > 0;
  return order >= 0;
}

/** Negative when the value comes before the operand; undefined when they cannot be compared. */
function orderOf(value: unknown, operand: unknown): number | undefined {
  if (typeof value === 'string' && typeof operand === 'string') {
    return value.localeCompare(operand, 'en', { numeric: true });
  }
  if (typeof value === 'boolean') return difference(Number(value), toBoolean(operand));
  return typeof value === 'number' ? difference(value, toNumber(operand)) : undefined;
}

function difference(value: number, operand: number | boolean | undefined): number | undefined {
  return operand === undefined ? undefined : value - Number(operand);
}

/** Numbers may arrive as strings, and are compared as numbers. */
function toNumber(operand: unknown): number | undefined {
  if (typeof operand === 'number') return operand;
  if (typeof operand !== 'string' || operand.trim() === '') return undefined;
  const number = Number(operand);
  return Number.isNaN(number) ? undefined : number;
}

function toBoolean(operand: unknown): boolean | undefined {
  if (typeof operand === 'boolean') return operand;
  if (operand === 'true' || operand === 1) return true;
  if (operand === 'false' || operand === 0) return false;
  return undefined;
}
