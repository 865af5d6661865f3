import type { JsonSchema } from '../../documents/openapi/components.ts';
import { Html, html } from '../../view/html.ts';

/** Finds the address at which a shape is described. */
export type AddressOf = (shape: string) => string;

export function shapeView(name: string, schema: JsonSchema, addressOf: AddressOf, isOpen: boolean): Html {
  return html`<article aria-labelledby="schema-${name}"><h3 id="schema-${name}">${name}</h3>
<p>${schema.description ?? ''}</p>
<details${isOpen && html` open`}><summary>Members<span class="unseen"> of ${name}</span></summary>${schemaView(schema, addressOf)}</details></article>
`;
}

/** Reads the names of the shapes that a part of the description refers to, itself and through others. */
export function shapesIn(part: unknown, schemas: Readonly<Record<string, JsonSchema>>): Set<string> {
  const found = new Set<string>();
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(JSON.stringify(schemas[name] ?? {}));
    }
  };
  visit(JSON.stringify(part ?? {}));
  return found;
}

export function membersOf(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries(schema.properties ?? {}).filter(
    (entry): entry is [string, JsonSchema] => typeof entry[1] === 'object',
  );
}

/** Lists the members of a schema; shapes that stand elsewhere are links. */
function schemaView(schema: JsonSchema, addressOf: AddressOf): Html {
  const alternatives = schema.properties ? [] : (schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []);
  if (alternatives.length > 0) {
    const word = schema.allOf ? 'and' : 'or';
    return html`<dl>${alternatives.filter(isSchema).map((option, index) => html`<dt>${index > 0 ? word : ''} ${kindOf(option, addressOf)}</dt><dd>${nested(option, addressOf)}</dd>`)}</dl>`;
  }
  const required = new Set(schema.required);
  const members = membersOf(schema);
  if (members.length === 0) return new Html('');
  return html`<dl>${members.map(([name, member]) => html`<dt><code>${name}</code> <i>${kindOf(member, addressOf)}${required.has(name) ? '' : ', may be absent'}</i>${definition(member, addressOf)}`)}</dl>`;
}

/** Leaves out the end tags of \`dt\` and \`dd\`, without which a page of many shapes is a third shorter. */
function definition(member: JsonSchema, addressOf: AddressOf): Html {
  const { description = '' } = member;
  return html`<dd>${description}${nested(member, addressOf)}`;
}

function nested(member: JsonSchema, addressOf: AddressOf): Html {
  const inner = itemOf(member) ?? member;
  const own = inner.anyOf?.filter(isSchema).find(({ type }) => type !== 'null') ?? inner;
  const target = own.$ref === undefined ? own : {};
  return target.properties || target.oneOf ? schemaView(target, addressOf) : new Html('');
}

function kindOf(schema: JsonSchema, addressOf: AddressOf): Html {
  const item = itemOf(schema);
  if (item) return html`array of ${kindOf(item, addressOf)}`;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="${addressOf(name)}">${name}</a>`;
  }
  if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.filter(isSchema);
  if (options)
    return html`${options.map((option, index) => html`${index > 0 ? ' | ' : ''}${kindOf(option, addressOf)}`)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  return html`${schema.format ? `${type}, ${schema.format}` : type}`;
}

function itemOf({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? (items as JsonSchema) : undefined;
}

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null;
}
