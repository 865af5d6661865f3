import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Shape {
  node: JsonSchema;
  orNull: boolean;
  /** Name of a shape that several members share. */
  name?: string;
}

/** Lists the members of an answer, nested, with what the schema says of each; a shared shape is described once. */
export function describeFields(schema: z.ZodType): string {
  const root = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const described = new Set<string>();
  const lines: string[] = [];

  function addMembers(shape: JsonSchema, indent: string): void {
    const alternatives = shape.properties ? [] : (shape.oneOf ?? shape.anyOf ?? []);
    for (const [index, option] of alternatives.entries()) {
      lines.push(`${indent}- either, ${index + 1} of ${alternatives.length}:`);
      addMembers(resolve(option, root).node, `${indent}  `);
    }
    for (const [name, member] of Object.entries(shape.properties ?? {})) {
      add(name, resolve(member, root), shape.required?.includes(name) ?? false, indent);
    }
  }

  function add(member: string, { node, orNull, name }: Shape, isAlways: boolean, indent: string): void {
    const items =
      node.items !== undefined && !Array.isArray(node.items) ? resolve(node.items, root) : undefined;
    const shared = name ?? items?.name;
    const isDescribed = shared !== undefined && described.has(shared);
    const kind = items ? `array of ${typeOf(items.node)}` : typeOf(node);
    const notes = [`${kind}${orNull ? ' | null' : ''}`, ...(isAlways ? [] : ['may be absent'])].join(', ');
    const description = node.description ?? items?.node.description;
    const meaning = description === undefined ? '' : `: ${description}`;
    lines.push(`${indent}- \`${member}\` (${notes})${meaning}${isDescribed ? ' (members as above)' : ''}`);
    if (isDescribed) return;
    if (shared !== undefined) described.add(shared);
    addMembers(items?.node ?? node, `${indent}  `);
  }

  addMembers(resolve(root, root).node, '');
  return lines.join('\n');
}

/** Follows references, and takes the one shape of a member that may be null. */
function resolve(schema: JsonSchema | boolean, root: JsonSchema): Shape {
  if (typeof schema === 'boolean') return { node: {}, orNull: false };
  const name = schema.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? undefined : root.$defs?.[name];
  if (name !== undefined && target) return { node: { ...target, ...schema }, orNull: false, name };

  const [first, second, third] = schema.anyOf ?? schema.allOf ?? [];
  const isOneOrNull =
    first !== undefined &&
    third === undefined &&
    (second === undefined || (typeof second === 'object' && second.type === 'null'));
  if (!isOneOrNull || schema.properties) return { node: schema, orNull: false };
  const { node, orNull, name: shared } = resolve(first, root);
  const { description = node.description } = schema;
  return {
    node: { ...node, ...(description !== undefined && { description }) },
    orNull: orNull || second !== undefined,
    ...(shared !== undefined && { name: shared }),
  };
}

function typeOf({ type, enum: values, const: only }: JsonSchema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'object');
}
