import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type ExampleValue = string | number | boolean;

/** One query parameter as documents and tools describe it. */
export interface ParameterDescription {
  name: string;
  required: boolean;
  description: string;
  /** JSON Schema of the value, without what stands beside it here. */
  schema: JsonSchema;
  example?: ExampleValue;
}

const described = new WeakMap<z.ZodType, readonly ParameterDescription[]>();

/** Reads the parameters of a product from the schema that checks them, once: messages of agents ask for each name. */
export function describeQuery(query: z.ZodType): readonly ParameterDescription[] {
  const known = described.get(query) ?? readSchema(query);
  described.set(query, known);
  return known;
}

function readSchema(query: z.ZodType): ParameterDescription[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const { description = name, example, ...schema } = typeof property === 'object' ? property : {};
    return {
      name,
      required: required.includes(name),
      description,
      schema,
      ...(isExample(example) && { example }),
    };
  });
}

/** The parameters as one object, for whatever takes a JSON Schema. */
export function toInputSchema(parameters: readonly ParameterDescription[]) {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description !== '' && { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  } as const;
}

/** A query that is answered: every parameter that states an example, and the required ones that state none. */
export function exampleQuery(parameters: readonly ParameterDescription[]): Record<string, ExampleValue> {
  return Object.fromEntries(
    parameters
      .filter(({ required, example }) => required || example !== undefined)
      .map(({ name, schema, example }) => [name, example ?? anyValueOf(schema)]),
  );
}

function anyValueOf({ enum: allowed, type, minimum }: JsonSchema): ExampleValue {
  const first: unknown = allowed?.[0];
  if (isExample(first)) return first;
  if (type === 'number' || type === 'integer') return minimum ?? 1;
  return type === 'boolean' ? true : 'example';
}

/** Whether a product takes a parameter of this name. */
export const takes = ({ query }: { query: z.ZodType }, parameter: string) =>
  describeQuery(query).some(({ name }) => name === parameter);

const isExample = (value: unknown): value is ExampleValue =>
  ['string', 'number', 'boolean'].includes(typeof value);

export function exampleSearch(query: Record<string, ExampleValue>): string {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(Object.fromEntries(texts)).toString();
}
