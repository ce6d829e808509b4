import { invalidArgs } from './serviceError';

export const filterOperators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'notin'] as const;
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
 * Members of `fields` only are looked at; other members and null are tolerated.
 * @throws ServiceError 400 `invalid_args` when a condition is not an object, an operator is unknown or an
 * operand does not fit its operator
 */
export function compileFilters<T>(
  filters: Readonly<Record<string, unknown>>,
  fields: ReadonlySet<string>,
  read: ReadField<T>,
): (item: T) => boolean {
  const conditions = Object.entries(filters)
    .filter(([field, value]) => fields.has(field) && value !== null)
    .flatMap(([field, value]) => conditionsOf(field, value));
  return (item) => conditions.every((condition) => holds(read(item, condition.field), condition));
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
  const number = typeof value === 'number' ? toNumber(operand) : undefined;
  const order =
    typeof value === 'number' && number !== undefined
      ? Math.sign(value - number)
      : typeof value === 'string' && typeof operand === 'string'
        ? Math.sign(value.localeCompare(operand, 'en', { numeric: true }))
        : undefined;
  if (order === undefined) return false;
  if (operator === 'lt') return order < 0;
  if (operator === 'lte') return order <= 0;
  if (operator === 'gt') return order > 0;
  return order >= 0;
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
