import * as z from 'zod/mini';
import { described } from '../schemas/described';
import fc from '../unit/support/fastCheck';

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  required?: string[];
  items?: JsonSchema;
}

/** Values that a schema takes, or nearly so: limits of numbers and patterns of texts are left out. */
export function valuesOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: described,
  }) as JsonSchema;
  const known = new Map<string, fc.Arbitrary<unknown>>();
  const named = (name: string): fc.Arbitrary<unknown> => {
    const found = known.get(name) ?? arbitrary(root.$defs?.[name] ?? {}, named);
    known.set(name, found);
    return found;
  };
  return arbitrary(root, named);
}

function arbitrary(
  schema: JsonSchema,
  named: (name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const of = (one: JsonSchema): fc.Arbitrary<unknown> => arbitrary(one, named);
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.$ref) return named(schema.$ref.split('/').at(-1) ?? '');
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ type })));
  if (choices) return fc.oneof(...choices.map(of));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map(of)).map((parts) => Object.assign({}, ...parts) as unknown);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') return objects(schema, of);
  if (schema.type === 'array') return fc.array(of(schema.items ?? {}), { maxLength: 4 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') return fc.oneof(fc.integer(), fc.nat(3));
  if (schema.type === 'number') return fc.oneof(fc.double({ noNaN: true }), fc.nat(100));
  if (schema.type === 'string') return fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string());
  return fc.jsonValue({ maxDepth: 2 });
}

function objects(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  of: (one: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const named = Object.entries(properties).map(([name, child]) => [name, of(child)] as const);
  const model = Object.fromEntries(named);
  const requiredKeys = required.filter((name) => name in model);
  const known = fc.record(model, { requiredKeys });
  if (typeof additionalProperties !== 'object') return known;
  return fc
    .tuple(fc.dictionary(fc.string({ maxLength: 8 }), of(additionalProperties), { maxKeys: 3 }), known)
    .map(([more, all]) => ({ ...more, ...all }));
}
