import type { JsonSchema } from '../../documents/openapi/components.ts';
import { Html, html } from '../../view/html.ts';

/** The members of a schema as a definition list; shapes that stand elsewhere are links. */
export function schemaView(schema: JsonSchema): Html {
  const alternatives = schema.properties ? [] : (schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []);
  if (alternatives.length > 0) {
    const word = schema.allOf ? 'and' : 'or';
    return html`<dl>${alternatives.filter(isSchema).map((option, index) => html`<dt>${index > 0 ? word : ''} ${kindOf(option)}</dt><dd>${nested(option)}</dd>`)}</dl>`;
  }
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).filter(
    (entry): entry is [string, JsonSchema] => typeof entry[1] === 'object',
  );
  if (members.length === 0) return new Html('');
  return html`<dl>${members.map(([name, member]) => html`<dt><code>${name}</code> <i>${kindOf(member)}${required.has(name) ? '' : ', may be absent'}</i>${definition(member)}`)}</dl>`;
}

/** The end tags of \`dt\` and \`dd\` may be left out, and a page of many shapes is a third shorter without them. */
function definition(member: JsonSchema): Html {
  const inside = nested(member);
  const { description = '' } = member;
  return html`<dd>${description}${inside}`;
}

/** What stands inside a member, unless it is a link. */
function nested(member: JsonSchema): Html {
  const inner = itemOf(member) ?? member;
  const own = inner.anyOf?.filter(isSchema).find(({ type }) => type !== 'null') ?? inner;
  const target = own.$ref === undefined ? own : {};
  return target.properties || target.oneOf ? schemaView(target) : new Html('');
}

function kindOf(schema: JsonSchema): Html {
  const item = itemOf(schema);
  if (item) return html`array of ${kindOf(item)}`;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.filter(isSchema);
  if (options)
    return html`${options.map((option, index) => html`${index > 0 ? ' | ' : ''}${kindOf(option)}`)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  return html`${schema.format ? `${type}, ${schema.format}` : type}`;
}

function itemOf({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? (items as JsonSchema) : undefined;
}

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null;
}
