import type { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { nearest } from '../lib/nearest.ts';
import { invalidVin } from '../vehicle/vin-schema.ts';
import { describeQuery } from './describe-query.ts';

type ParameterIssue = ServiceError<'invalid_parameters'>['details']['issues'][number];

/** A schema whose input is the raw text of each parameter. */
type QuerySchema<Query> = z.ZodType<Query, Record<string, string>>;

/** The parameters as a caller wrote them: one text per name, and the names that came more than once. */
export interface RawParameters {
  values: Record<string, string>;
  repeated: readonly string[];
}

export function readSearch(search: URLSearchParams): RawParameters {
  // A map first: set on a plain object, `__proto__` would vanish instead of being refused.
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of search) {
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  return { values: Object.fromEntries(values), repeated: [...repeated] };
}

/** Reads parameters strictly: unknown and repeated ones are problems, and all problems are reported at once. */
export function parseParameters<Query>(
  schema: QuerySchema<Query>,
  { values: raw, repeated }: RawParameters,
): Query {
  const knownIssues = repeated.map((parameter) => ({ parameter, message: 'is given more than once' }));
  const parsed = schema.safeParse(raw);
  if (parsed.success && knownIssues.length === 0) return parsed.data;

  const zodIssues = parsed.error?.issues ?? [];
  const vinReason = knownIssues.length === 0 ? vinReasonOf(zodIssues) : undefined;
  if (vinReason) throw invalidVin(raw.vin ?? '', vinReason);
  throw new ServiceError('invalid_parameters', {
    issues: [...knownIssues, ...zodIssues.flatMap((issue) => toParameterIssues(issue, raw, schema))],
  });
}

/** Finds why the VIN is none, where that is the only problem. */
function vinReasonOf([issue, ...others]: readonly z.core.$ZodIssue[]): 'length' | 'characters' | undefined {
  if (others.length > 0 || issue?.path[0] !== 'vin' || issue.code !== 'custom') return undefined;
  const reason: unknown = issue.params?.reason;
  return reason === 'length' || reason === 'characters' ? reason : undefined;
}

function toParameterIssues(
  issue: z.core.$ZodIssue,
  raw: Record<string, string>,
  schema: z.ZodType,
): ParameterIssue[] {
  if (issue.code === 'unrecognized_keys') {
    const names = describeQuery(schema).map(({ name }) => name);
    return issue.keys.map((parameter) => ({ parameter, ...unknownName(parameter, names) }));
  }
  const parameter = String(issue.path[0] ?? 'query');
  if (raw[parameter] === undefined && issue.code !== 'custom') {
    return [{ parameter, message: 'is required', ...listed(valuesOf(parameter, schema)) }];
  }
  const allowed = allowedValues(issue);
  // The schema library's words for a wrong value are for programmers.
  const message =
    issue.code === 'invalid_value' ? `must be one of ${issue.values.map(String).join(', ')}` : issue.message;
  return [{ parameter, message, ...listed(allowed) }];
}

function unknownName(parameter: string, names: string[]): Omit<ParameterIssue, 'parameter'> {
  const meant = nearest(parameter, names);
  const message = 'is not a parameter of this path';
  return { message: meant === undefined ? message : `${message}; did you mean ${meant}?`, allowed: names };
}

function listed(allowed: readonly string[] | undefined): Pick<ParameterIssue, 'allowed'> {
  return allowed === undefined ? {} : { allowed };
}

/** Reads the values from the description: they are known also of a parameter that did not come. */
function valuesOf(parameter: string, schema: z.ZodType): string[] | undefined {
  return describeQuery(schema)
    .find(({ name }) => name === parameter)
    ?.schema.enum?.map(String);
}

function allowedValues(issue: z.core.$ZodIssue): string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  const allowed: unknown = issue.code === 'custom' ? issue.params?.allowed : undefined;
  return Array.isArray(allowed) ? allowed.map(String) : undefined;
}
