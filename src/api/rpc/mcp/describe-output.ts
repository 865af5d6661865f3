import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The members of an answer, none of them required and others allowed.
 *
 * @NOTE Clients check every result of a tool against its schema, refusals and challenges included: a schema that
 * required anything would have them throw away the very object that says what to pay. The full schema is in the
 * OpenAPI document.
 */
export function describeOutput(response: z.ZodType) {
  const root = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' });
  const properties = new Map<string, { type?: unknown; description?: string }>();
  for (const shape of shapesOf(root)) {
    for (const [name, property] of Object.entries(shape.properties ?? {})) {
      if (typeof property !== 'object' || properties.has(name)) continue;
      const { description } = property;
      properties.set(name, description === undefined ? {} : { description });
    }
  }
  return { type: 'object' as const, properties: Object.fromEntries(properties), additionalProperties: true };
}

function shapesOf(schema: JsonSchema): JsonSchema[] {
  const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [schema, ...alternatives.filter((alternative) => typeof alternative === 'object').flatMap(shapesOf)];
}
