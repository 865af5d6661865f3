import type { JsonSchema, Operation } from '../../src/documents/openapi/components.ts';

/** The part of /openapi.json that clients are made from. */
export interface Description {
  paths: Record<string, { get?: Operation }>;
  components: { schemas: Record<string, JsonSchema> };
}

interface DescribedProduct {
  /** Below /v1/. */
  path: string;
  kind: 'product' | 'sample';
  operation: Operation;
}

export const COMPONENTS = '#/components/schemas/';

/** Lists what is sold, and its samples. */
export function productsOf({ paths }: Description): DescribedProduct[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const [tag] = get?.tags ?? [];
    if (!get || (tag !== 'Paid' && tag !== 'Free samples')) return [];
    return [{ path: path.replace('/v1/', ''), kind: tag === 'Paid' ? 'product' : 'sample', operation: get }];
  });
}

/** The answer of an operation; `brief` where it has that form too. */
export function answersOf({ responses, operationId }: Operation): { full: JsonSchema; brief?: JsonSchema } {
  const schema = responses['200']?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`${operationId} has no answer`);
  const [full, brief] = schema.anyOf ?? [schema];
  return { full: asSchema(full), ...(brief && { brief: asSchema(brief) }) };
}

export const asSchema = (given: unknown): JsonSchema => Object(given);

export const pascalCase = (text: string) =>
  text.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '');

/** None where there is one shape, or nothing. */
export function suffix(choices: readonly unknown[], choice: unknown, at: number): string {
  return choices.filter((one) => asSchema(one).type !== 'null').length > 1 ? variant(choice, at) : '';
}

/** Names what tells one of several shapes from the others: the first member that can only be one thing. */
export function variant(choice: unknown, at: number): string {
  const fixed = Object.values(asSchema(choice).properties ?? {}).find(
    (member) => asSchema(member).const !== undefined,
  );
  const value = asSchema(fixed).const;
  if (typeof value !== 'string') return at === 0 ? '' : `${at}`;
  return pascalCase(/^[A-Z]+$/.test(value) ? value.toLowerCase() : value);
}
