import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const COMPONENTS = '#/components/schemas/';

/** Collects the schemas of a description: those that have an id of their own, or get a name here, are written once. */
export interface SchemaBook {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The schema in place. */
  inline(schema: z.ZodType): JsonSchema;
  /** A reference to it. */
  named(name: string, schema: z.ZodType): JsonSchema;
}

export function createSchemaBook(): SchemaBook {
  const schemas: Record<string, JsonSchema> = {};

  function inline(schema: z.ZodType): JsonSchema {
    const { $defs = {}, $schema: _dialect, ...converted } = convert(schema);
    for (const [name, definition] of Object.entries($defs))
      schemas[name] ??= withoutId(toComponents(definition));
    return toComponents(converted);
  }

  return {
    schemas,
    inline,
    named(name, schema) {
      schemas[name] ??= inline(schema);
      return { $ref: `${COMPONENTS}${name}` };
    },
  };
}

/**
 * Answers may grow, so their objects stay open; and what a format or an integer already says is not said again by a
 * pattern or by the bounds of JavaScript's numbers.
 */
function convert(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.exclusiveMaximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.exclusiveMaximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
}

function withoutId({ id: _id, ...definition }: JsonSchema): JsonSchema {
  return definition;
}

/** What zod refers to by `#/$defs/` stands among the components here. */
function toComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', COMPONENTS) : value,
  );
}
