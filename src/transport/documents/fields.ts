import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The members of an answer as a nested list, with what the schema says of each; a shared shape is told once. */
export function describeFields(schema: z.ZodType): string {
  const root = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const told = new Set<string>();
  const lines: string[] = [];

  function resolve(node: JsonSchema): { node: JsonSchema; name?: string } {
    const name = node.$ref?.replace('#/$defs/', '');
    const target = name === undefined ? undefined : root.$defs?.[name];
    if (name !== undefined && target) return { node: { ...target, ...node }, name };
    const inner = (node.anyOf ?? node.allOf)?.find(
      (option) => typeof option === 'object' && option.type !== 'null',
    );
    if (typeof inner === 'object' && node.type === undefined && (node.anyOf?.length ?? 1) <= 2) {
      const resolved = resolve(inner);
      return { ...resolved, node: { ...resolved.node, ...described(node) } };
    }
    return { node };
  }

  function walk(parent: JsonSchema, indent: string): void {
    const alternatives = parent.oneOf ?? (parent.properties ? [] : (parent.anyOf ?? []));
    for (const [index, option] of alternatives.entries()) {
      if (typeof option !== 'object') continue;
      lines.push(`${indent}- either, ${index + 1} of ${alternatives.length}:`);
      walk(resolve(option).node, `${indent}  `);
    }
    for (const [name, property] of Object.entries(parent.properties ?? {})) {
      if (typeof property === 'object')
        tell(name, property, parent.required?.includes(name) ?? false, indent);
    }
  }

  function tell(member: string, property: JsonSchema, isAlways: boolean, indent: string): void {
    const { node, name } = resolve(property);
    const items =
      typeof node.items === 'object' && !Array.isArray(node.items)
        ? resolve(node.items as JsonSchema)
        : undefined;
    const shared = name ?? items?.name;
    const isTold = shared !== undefined && told.has(shared);
    const kind = items ? `array of ${typeOf(items.node)}` : typeOf(node);
    const notes = [kind, ...(isAlways ? [] : ['may be absent'])].join(', ');
    const description = node.description ?? items?.node.description;
    lines.push(
      `${indent}- \`${member}\` (${notes})${description ? `: ${description}` : ''}${isTold ? ' (members as above)' : ''}`,
    );
    if (isTold) return;
    if (shared !== undefined) told.add(shared);
    walk(items?.node ?? node, `${indent}  `);
  }

  walk(resolve(root).node, '');
  return lines.join('\n');
}

function described({ description }: JsonSchema): { description?: string } {
  return description === undefined ? {} : { description };
}

function typeOf({ type, enum: values, const: only }: JsonSchema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'object');
}
