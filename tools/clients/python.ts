import type { JsonSchema, Operation } from '../../src/documents/openapi/components.ts';
import {
  answersOf,
  asSchema,
  COMPONENTS,
  type Description,
  pascalCase,
  productsOf,
  suffix,
  variant,
} from './description.ts';

const HEAD = '# Made from /openapi.json by "npm run clients:build". Do not edit.\n';

/** Writes the part of the Python client that follows from the interface: types of answers, and a method for each product. */
export function generatePython(description: Description): Record<string, string> {
  const types = createTypes(description.components.schemas);
  const methods = productsOf(description).flatMap(({ path, kind, operation }): Method[] => {
    const name = path.replace('sample/', '').replaceAll('-', '_');
    const { full, brief } = answersOf(operation);
    const add = (form: Method['kind'], words: string, schema: JsonSchema): Method => {
      const answer = `${pascalCase(name)}${words}`;
      types.addAnswer(answer, schema);
      return { path, kind: form, name, answer, operation };
    };
    return [
      add(kind, kind === 'sample' ? 'Sample' : 'Answer', full),
      ...(brief ? [add('brief', 'BriefAnswer', brief)] : []),
    ];
  });
  return {
    'answers.py': types.text(),
    '_methods.py': methodsText(methods),
  };
}

/** Classes in the order in which they need each other. */
function createTypes(schemas: Record<string, JsonSchema>) {
  const blocks: string[] = [];
  const names: string[] = [];
  const byShape = new Map<string, string>();
  const referred = new Map<string, string>();

  function add(name: string, block: string): void {
    if (names.includes(name)) throw new Error(`Two types would be called ${name}`);
    names.push(name);
    blocks.push(block);
  }

  /** The type of a schema, as Python writes it; objects get a class of this name. */
  function typeOf(schema: JsonSchema, name: string): string {
    if (schema.$ref) return refer(schema.$ref);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices)
      return unite(
        choices.map((choice, at) => typeOf(asSchema(choice), `${name}${suffix(choices, choice, at)}`)),
      );
    if (Array.isArray(schema.type))
      return unite(schema.type.map((type) => typeOf({ ...schema, type: type as 'object' }, name)));
    switch (schema.type) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `list[${typeOf(asSchema(schema.items), `${name}Item`)}]`;
      case 'object':
        return schema.properties
          ? classOf(schema, name)
          : `dict[str, ${typeOf(asSchema(schema.additionalProperties), `${name}Value`)}]`;
      default:
        return 'Any';
    }
  }

  function refer(reference: string): string {
    const name = reference.replace(COMPONENTS, '');
    const known = referred.get(name);
    if (known) return known;
    const schema = schemas[name];
    if (!schema) throw new Error(`Nothing is called ${name}`);
    // Answers have the plain names.
    const own = name.endsWith('Sample') ? `${name}Body` : name;
    const type = typeOf(schema, own);
    const isUnion = type.includes(' | ');
    if (isUnion) add(own, `${own}: TypeAlias = ${type}\n`);
    const result = isUnion ? own : type;
    referred.set(name, result);
    return result;
  }

  /** Equal shapes are one class. */
  function classOf(schema: JsonSchema, name: string): string {
    const { description: _, ...shape } = schema;
    const key = JSON.stringify(shape);
    const known = byShape.get(key);
    if (known) return known;
    const members = Object.entries(schema.properties ?? {}).map(([member, given]) => {
      const type = typeOf(asSchema(given), `${name}${pascalCase(member)}`);
      const isRequired = schema.required?.includes(member);
      return { member, type: isRequired ? type : `NotRequired[${type}]`, words: asSchema(given).description };
    });
    byShape.set(key, name);
    add(
      name,
      `class ${name}(TypedDict):\n${docstring(schema.description, '    ')}${members.map(memberText).join('')}`,
    );
    return name;
  }

  return {
    addAnswer(name: string, { allOf = [] }: JsonSchema) {
      const [body = '', ...others] = allOf.map((part) => refer(asSchema(part).$ref ?? ''));
      const besides = others.join(', ');
      const { oneOf: union, properties = {}, required = [] } = schemas[body] ?? {};
      const isOptional = (member: string) => member in properties && !required.includes(member);
      // Python's checker takes it for a mistake that what is added makes a member sure.
      const added = allOf.slice(1).map((part) => schemas[asSchema(part).$ref?.split('/').at(-1) ?? '']);
      const told = added.some((other) => other?.required?.some(isOptional)) ? '  # type: ignore[misc]' : '';
      if (!union) return add(name, `class ${name}(${body}, ${besides}):${told}\n    pass\n`);
      const parts = union.map((choice, at) => {
        const part = typeOf(asSchema(choice), `${body}${variant(choice, at)}`);
        add(`${part}Answer`, `class ${part}Answer(${part}, ${besides}):\n    pass\n`);
        return `${part}Answer`;
      });
      add(name, `${name}: TypeAlias = ${parts.join(' | ')}\n`);
    },
    text() {
      const uses = ['Any', 'Literal', 'NotRequired', 'TypeAlias', 'TypedDict'];
      const imports = uses.filter((one) => new RegExp(`\\b${one}\\b`).test(blocks.join('\n')));
      const all = `__all__ = [\n${[...names]
        .sort()
        .map((name) => `    "${name}",\n`)
        .join('')}]\n`;
      return [
        `${HEAD}"""The shapes of all answers."""\n\nfrom typing import ${imports.join(', ')}\n\n${all}`,
        ...blocks,
      ].join('\n\n');
    },
  };
}

const unite = (types: string[]) => [...new Set(types)].join(' | ');
const literal = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

function memberText({ member, type, words }: { member: string; type: string; words?: string | undefined }) {
  if (!/^[a-z]\w*$/i.test(member)) throw new Error(`${member} cannot be the name of a member`);
  return `    ${member}: ${type}\n${docstring(words, '    ')}`;
}

function docstring(words: string | undefined, indent: string): string {
  return words ? `${indent}"""${words.replaceAll('\\', '\\\\').replace(/"$/, '" ')}"""\n` : '';
}

interface Method {
  path: string;
  kind: 'product' | 'brief' | 'sample';
  name: string;
  answer: string;
  operation: Operation;
}

function methodsText(methods: Method[]): string {
  const answers = methods.map(({ answer }) => answer).sort();
  const head = `${HEAD}from collections.abc import Awaitable, Callable, Mapping
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from ._bought import Bought
from .answers import (
${answers.map((name) => `    ${name},\n`).join('')})

Amount: TypeAlias = int | float | Decimal | str
"""Decimals and texts stay exact."""

Get: TypeAlias = Callable[[str, Mapping[str, object], float | None, float | None], Bought[Any]]
AsyncGet: TypeAlias = Callable[
    [str, Mapping[str, object], float | None, float | None], Awaitable[Bought[Any]]
]
"""The service of this version declares what comes back; it is not checked again here."""
`;
  const parts = [
    ['Samples', 'The shapes of all answers, free', 'sample'],
    ['Brief', 'The same in a few kB: one payment fetches both forms', 'brief'],
    ['Products', 'What the service sells', 'product'],
  ] as const;
  const classes = (['', 'Async'] as const).flatMap((prefix) =>
    ([true, false] as const).flatMap((isWhole) =>
      parts.map(([name, words, kind]) =>
        classText(
          { prefix, isWhole },
          name,
          words,
          methods.filter((method) => method.kind === kind),
        ),
      ),
    ),
  );
  return [head, ...classes].join('\n\n');
}

/** Of both clients the methods that give what came with an answer, and those that give the answer alone. */
interface Form {
  prefix: '' | 'Async';
  isWhole: boolean;
}
type Kind = 'Samples' | 'Brief' | 'Products';

function classText({ prefix, isWhole }: Form, kind: Kind, words: string, methods: Method[]): string {
  const [rest, end] = isWhole ? ['WithResponse', ', with what came with the answers'] : ['', ''];
  const part = (name: string, type: string) => `self.${name}: ${prefix}${type} = ${prefix}${type}(get)`;
  const members = [
    isWhole ? 'self._get = get' : part('with_response', `${kind}WithResponse`),
    ...(kind === 'Products' ? [part('sample', `Samples${rest}`), part('brief', `Brief${rest}`)] : []),
  ];
  return `class ${prefix}${kind}${rest}:
    """${words}${end}."""

    def __init__(self, get: ${prefix}Get) -> None:
${members.map((member) => `        ${member}\n`).join('')}${methods.map((method) => `\n${methodText({ prefix, isWhole }, method)}`).join('')}`;
}

function methodText({ prefix, isWhole }: Form, { path, name, answer, operation, kind }: Method): string {
  const parameters = (operation.parameters ?? []).filter((one) => one.name !== 'view');
  const required = parameters.filter((one) => one.required);
  // A single thing needs no name.
  const [only] = required.length === 1 ? required : [];
  const named = parameters.filter((one) => one !== only);
  const lines = [
    'self,',
    ...(only ? [`${only.name}: ${parameterType(only.schema)},`] : []),
    '*,',
    ...named.map(
      ({ name, required, schema }) =>
        `${name}: ${parameterType(schema)}${required ? ',' : ' | None = None,'}`,
    ),
    'timeout: float | None = None,',
    ...(kind === 'sample' ? [] : ['max_usd: float | None = None,']),
  ];
  const query = [
    ...parameters.map((one) => `"${one.name}": ${one.name}`),
    ...(kind === 'brief' ? ['"view": "brief"'] : []),
  ].join(', ');
  const words = [
    `${operation.summary}.`,
    '',
    ...parameters.map(
      ({ name, description }) => `- \`\`${name}\`\`: ${description.replaceAll('\\', '\\\\')}`,
    ),
  ];
  const options = ['timeout', ...(kind === 'sample' ? [] : ['max_usd'])];
  const given = [
    ...(only ? [only.name] : []),
    ...[...named.map((one) => one.name), ...options].map((one) => `${one}=${one}`),
  ].join(', ');
  const wait = prefix ? 'await ' : '';
  const call = isWhole
    ? `${wait}self._get("${path}", {${query}}, timeout, ${kind === 'sample' ? 'None' : 'max_usd'})`
    : `${wait ? '(' : ''}${wait}self.with_response.${name}(${given})${wait ? ')' : ''}.answer`;
  return `    ${prefix ? 'async ' : ''}def ${name}(
${lines.map((line) => `        ${line}\n`).join('')}    ) -> ${isWhole ? `Bought[${answer}]` : answer}:
        """${words.join('\n        ').trim().replace(/"$/, '" ')}${parameters.length > 0 ? '\n        ' : ''}"""
        return ${call}
`.replace(/ +$/gm, '');
}

function parameterType(schema: JsonSchema): string {
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  if (schema.type === 'integer') return 'int';
  if (schema.type === 'number') return 'Amount';
  return schema.type === 'boolean' ? 'bool' : 'str';
}
