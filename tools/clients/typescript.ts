import type { JsonSchema } from '../../src/documents/openapi/components.ts';
import {
  answersOf,
  asSchema,
  COMPONENTS,
  type Description,
  pascalCase,
  productsOf,
  suffix,
} from './description.ts';

const HEAD = '// Made from /openapi.json by "npm run clients:build". Do not edit.\n';

/** Writes the part of the TypeScript client that follows from the interface: types of answers, and codes of errors. */
export function generateTypescript(description: Description): Record<string, string> {
  const { schemas } = description.components;
  const products = productsOf(description).flatMap(({ path, kind, operation }) => {
    const name = pascalCase(path.replace('sample/', ''));
    const { full, brief } = answersOf(operation);
    return [
      { name: `${name}${kind === 'sample' ? 'Sample' : 'Answer'}`, schema: full },
      ...(brief ? [{ name: `${name}BriefAnswer`, schema: brief }] : []),
    ];
  });
  const answerNames = new Set(products.map(({ name }) => name));
  const repeated = repeatedIn(Object.values(schemas));
  const names = new Map<string, string>();
  const written = new Map<string, string>();

  /** A type of its own for each schema that has a name, and for each shape that comes more than once. */
  function write(schema: JsonSchema, wanted: string): string {
    const shape = shapeOf(schema);
    const known = names.get(shape);
    if (known) return known;
    let name = wanted;
    while (written.has(name) || answerNames.has(name)) name += 'Body';
    names.set(shape, name);
    written.set(name, '');
    const type = typeOf(schema, name, true);
    const declared = isPlainObject(schema) ? `interface ${name} ${type}` : `type ${name} = ${type};`;
    written.set(name, `${comment(schema.description)}export ${declared}\n`);
    return name;
  }

  function typeOf(schema: JsonSchema, name: string, isNamed = false): string {
    if (schema.$ref) {
      const own = schema.$ref.replace(COMPONENTS, '');
      return write(asSchema(schemas[own]), own);
    }
    if (!isNamed && repeated.has(shapeOf(schema))) return write(schema, name);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return unite(schema.enum.map((value) => JSON.stringify(value)));
    if (schema.allOf) return schema.allOf.map((part) => typeOf(asSchema(part), name)).join(' & ');
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices)
      return unite(
        choices.map((choice, at) => typeOf(asSchema(choice), `${name}${suffix(choices, choice, at)}`)),
      );
    if (Array.isArray(schema.type))
      return unite(schema.type.map((type) => typeOf({ ...schema, type: type as 'object' }, name)));
    switch (schema.type) {
      case 'integer':
        return 'number';
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'array':
        return `Array<${typeOf(asSchema(schema.items), name)}>`;
      case 'object':
        return isPlainObject(schema)
          ? objectType(schema, name)
          : `Record<string, ${typeOf(asSchema(schema.additionalProperties), name)}>`;
      default:
        return 'unknown';
    }
  }

  function objectType({ properties = {}, required = [] }: JsonSchema, name: string): string {
    const members = Object.entries(properties).map(([member, given]) => {
      const schema = asSchema(given);
      const type = typeOf(schema, `${name}${pascalCase(member)}`);
      return `${comment(schema.description)}${member}${required.includes(member) ? '' : '?'}: ${type};\n`;
    });
    return `{\n${members.join('')}}`;
  }

  const answers = products.map(({ name, schema }) => `export type ${name} = ${typeOf(schema, name)};\n`);
  const codes = Object.values(schemas).flatMap(({ properties }) => {
    const { const: one, enum: many = [] } = asSchema(properties?.error);
    return one === undefined ? many : [one];
  });
  return {
    'answers.ts': [HEAD, ...written.values(), ...answers].join('\n'),
    'error-codes.ts': `${HEAD}\n/** Codes of the service's errors. */\nexport type ServiceErrorCode = ${unite(codes.map((code) => JSON.stringify(code)))};\n`,
  };
}

/** Shorter ones are written out each time. */
const SHORTEST_NAMED = 250;

const shapeOf = ({ description: _, ...shape }: JsonSchema) => JSON.stringify(shape);

function repeatedIn(schemas: JsonSchema[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const visit = (given: unknown): void => {
    if (given === null || typeof given !== 'object') return;
    const schema = asSchema(given);
    if (schema.type === 'object' || schema.enum) {
      const shape = shapeOf(schema);
      if (shape.length >= SHORTEST_NAMED && seen.has(shape)) repeated.add(shape);
      seen.add(shape);
    }
    for (const value of Object.values(given)) visit(value);
  };
  for (const schema of schemas) visit(schema);
  return repeated;
}

const isPlainObject = (schema: JsonSchema) => schema.type === 'object' && schema.properties !== undefined;
const unite = (types: string[]) => [...new Set(types)].join(' | ');
const comment = (words: string | undefined) => (words ? `/** ${words.replaceAll('*/', '* /')} */\n` : '');
