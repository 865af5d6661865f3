import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Property = JsonSchema | boolean;

/** Deeper members are named by their type alone: the full schema, many times as long, is in the OpenAPI document. */
const LEVELS = 2;

/**
 * Lists the members of an answer with their types, none of them required at the root and others allowed.
 *
 * @NOTE Clients check every result of a tool against its schema, refusals and challenges included: a root that
 * required anything would have them throw away the very object that says what to pay.
 */
export function describeOutput(response: z.ZodType) {
  const root = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' });
  const named = root.$defs ?? {};
  const found = new Map<string, Property[]>();
  for (const shape of shapesOf(root, named)) {
    for (const [name, property] of Object.entries(shape.properties ?? {})) {
      found.set(name, [...(found.get(name) ?? []), property]);
    }
  }
  const properties = [...found].map(([name, ways]) => [
    name,
    anyOf(ways.map((way) => shorten(way, named, LEVELS))),
  ]);
  return { type: 'object' as const, properties: Object.fromEntries(properties), additionalProperties: true };
}

type Named = Readonly<Record<string, JsonSchema>>;

function resolved(schema: JsonSchema, named: Named): JsonSchema {
  const { $ref, ...rest } = schema;
  const meant = $ref === undefined ? undefined : named[$ref.replace('#/$defs/', '')];
  return meant === undefined ? rest : { ...meant, ...rest };
}

function shapesOf(schema: JsonSchema, named: Named): JsonSchema[] {
  const whole = resolved(schema, named);
  const alternatives = [...(whole.oneOf ?? []), ...(whole.anyOf ?? [])].filter(
    (alternative) => typeof alternative === 'object',
  );
  return [whole, ...alternatives.flatMap((alternative) => shapesOf(alternative, named))];
}

function anyOf(ways: readonly Property[]): Property {
  const distinct = [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined
    ? only
    : { anyOf: distinct.filter((way) => typeof way === 'object') };
}

/** Keeps what callers of a tool need to read an answer: types, values and meanings, not bounds and patterns. */
function shorten(given: Property, named: Named, levels: number): Property {
  if (typeof given !== 'object') return given;
  const schema = resolved(given, named);
  const { type, enum: values, const: value, description, properties, required, items } = schema;
  const short: JsonSchema = {
    ...(type !== undefined && { type }),
    ...(values && { enum: values }),
    ...(value !== undefined && { const: value }),
    ...(description !== undefined && { description }),
  };
  for (const way of ['anyOf', 'oneOf'] as const) {
    const alternatives = schema[way];
    if (alternatives) short[way] = alternatives.map((one) => shorten(one, named, levels) as JsonSchema);
  }
  if (levels === 1) return short;
  if (properties) {
    const inner = Object.entries(properties).map(([name, one]) => [name, shorten(one, named, levels - 1)]);
    Object.assign(short, { properties: Object.fromEntries(inner), ...(required && { required }) });
  }
  if (typeof items === 'object' && !Array.isArray(items)) short.items = shorten(items, named, levels - 1);
  return short;
}
