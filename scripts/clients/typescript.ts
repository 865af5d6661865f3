import type { JsonSchema } from '../../src/api/documents/openapi/schema-book.ts';
import {
  asSchema,
  COMPONENTS,
  type Description,
  pascalCase,
  productsOf,
  responseSchema,
} from './description.ts';

const HEAD = '// Made from /openapi.json by "npm run clients:build". Do not edit.\n';

/** What the TypeScript client takes from the interface: the types of answers, and the codes of errors. */
export function generateTypescript(description: Description): Record<string, string> {
  const { schemas } = description.components;
  const used = new Map<string, string>();

  /** A type of its own for each schema that has a name. */
  function refer(reference: string): string {
    const name = reference.replace(COMPONENTS, '');
    if (!used.has(name)) {
      used.set(name, '');
      const schema = asSchema(schemas[name]);
      const type = typeOf(schema);
      used.set(
        name,
        `${comment(schema.description)}export ${isPlainObject(schema) ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`,
      );
    }
    return name;
  }

  function typeOf(schema: JsonSchema): string {
    if (schema.$ref) return refer(schema.$ref);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return unite(schema.enum.map((value) => JSON.stringify(value)));
    if (schema.allOf) return schema.allOf.map((part) => typeOf(asSchema(part))).join(' & ');
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return unite(choices.map((choice) => typeOf(asSchema(choice))));
    if (Array.isArray(schema.type))
      return unite(schema.type.map((type) => typeOf({ ...schema, type: type as 'object' })));
    switch (schema.type) {
      case 'integer':
        return 'number';
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'array':
        return `Array<${typeOf(asSchema(schema.items))}>`;
      case 'object':
        return isPlainObject(schema)
          ? objectType(schema)
          : `Record<string, ${typeOf(asSchema(schema.additionalProperties))}>`;
      default:
        return 'unknown';
    }
  }

  function objectType({ properties = {}, required = [] }: JsonSchema): string {
    const members = Object.entries(properties).map(([name, given]) => {
      const schema = asSchema(given);
      return `${comment(schema.description)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};\n`;
    });
    return `{\n${members.join('')}}`;
  }

  const answers = productsOf(description).map(({ path, isSample, operation }) => {
    const name = `${pascalCase(path.replace('sample/', ''))}${isSample ? 'Sample' : 'Answer'}`;
    const type = typeOf(responseSchema(operation));
    return { name, type };
  });
  // A sample whose shape is its own has the name already that its answer should have.
  const taken = answers.filter(({ name }) => used.has(name)).map(({ name }) => name);
  const withOwnNames = (text: string) =>
    taken.reduce((now, name) => now.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${name}Body`), text);
  const codes = Object.values(schemas).flatMap(({ properties }) => {
    const { const: one, enum: many = [] } = asSchema(properties?.error);
    return one === undefined ? many : [one];
  });
  const shapes = [...used.values()].map(withOwnNames);
  return {
    'answers.ts': [
      HEAD,
      ...shapes,
      ...answers.map(({ name, type }) => `export type ${name} = ${withOwnNames(type)};\n`),
    ].join('\n'),
    'error-codes.ts': `${HEAD}\n/** What the service says, by its code. */\nexport type ServiceErrorCode = ${unite(codes.map((code) => JSON.stringify(code)))};\n`,
  };
}

const isPlainObject = (schema: JsonSchema) => schema.type === 'object' && schema.properties !== undefined;
const unite = (types: string[]) => [...new Set(types)].join(' | ');
const comment = (words: string | undefined) => (words ? `/** ${words.replaceAll('*/', '* /')} */\n` : '');
