import { z } from 'zod';
import type { CostsService } from '../costs/costs-service.ts';
import type { ProductErrorCode } from '../errors/errors.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type IssueSamples, issueBodySchema } from '../issues/issue-sample.ts';
import type { IssueService } from '../issues/service.ts';
import { nearest } from '../lib/nearest.ts';
import type { RecallSamples } from '../recalls/recall-sample.ts';
import type { RecallService } from '../recalls/recall-service.ts';
import type { ReportSamples } from '../report/report-sample.ts';
import type { ReportService } from '../report/report-service.ts';
import { vinWarning } from '../vehicle/vehicle.ts';
import type { VehicleService } from '../vehicle/vehicle-service.ts';
import { invalidVin } from '../vehicle/vin-schema.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';
import { describeQuery, type ParameterDescription } from './describe-query.ts';

/** Everything that products ask: one service for each kind of knowledge, and the samples that are free. */
export interface Knowledge {
  vehicles: Pick<VehicleService, 'decode'>;
  /** Decodes with the data that ships with the service, whatever sources are configured. */
  embeddedVehicles: Pick<VehicleService, 'decode' | 'doubtAbout' | 'meantBy'>;
  warranties: WarrantyService;
  recalls: Pick<RecallService, 'forVehicle'>;
  recallSamples: RecallSamples;
  issues: IssueService;
  issueSamples: IssueSamples;
  costs: CostsService;
  reports: ReportService;
  reportSamples: ReportSamples;
}

/** A computed answer. `charge` is false for an honest answer that is not worth money, such as too little data. */
export interface Answer<Body> {
  body: Body;
  charge: boolean;
}

export interface ProductCall {
  signal: AbortSignal;
}

/** Facts that are known without asking anybody. */
export type FreeKnowledge = Omit<Knowledge, 'recalls' | 'issues' | 'reports'>;

interface FreeSample<Body> {
  path: `/v1/sample/${string}`;
  limitPerMinute: number;
  response: z.ZodType<Body>;
  /** Never fails and never waits for a source. */
  read(knowledge: FreeKnowledge): Promise<Body>;
}

/** A thing that is sold, declared once: routes, prices, challenges and every document derive from this. */
export interface Product<Query, Body> {
  slug: string;
  name: string;
  path: `/v1/${string}`;
  /** Decimal dollars, such as "0.01". */
  priceUsd: string;
  /** One sentence. */
  summary: string;
  description: string;
  /** Slugs of what it is put together of and what is sold alone too. */
  parts?: readonly string[];
  /** Price of these together, each bought alone. */
  partsUsd?: string;
  /** A question as a person would ask it, with every fact that makes the answer more exact. */
  question: string;
  /** Words by which people ask for it, besides its name, one of each. */
  askedFor?: readonly string[];
  /** Words before a question, which ask for it where nothing else is asked. */
  openedWith?: readonly string[];
  /** A strict object over the raw query strings. */
  query: z.ZodType<Query, Record<string, string>>;
  response: z.ZodType<Body>;
  /** The part of an answer that matters most, in a few kB; left out where the whole is no more. */
  brief?: { response: z.ZodObject; of(body: Body): object };
  /** None where left out. */
  failures?: readonly ProductErrorCode[];
  sample: FreeSample<object>;
  compute(knowledge: Knowledge, query: Query, call: ProductCall): Promise<Answer<Body>>;
  /** The part of a query that two calls share when they are the same purchase; left out: all of the query. */
  identityOf?(query: Query): object;
  /** An answer as a sentence or two for whoever reads text only: what matters most of it. */
  inWords(body: Body): string;
  /**
   * An answer as one page for people, in place of the JSON that programs read; `undefined` for an answer that it cannot
   * show.
   */
  page?(answer: object, writtenAt: Date): string | undefined;
}

/** A product as transports see it: its query is parsed and computed behind one door, so no type is lost on the way. */
export interface Listing
  extends Omit<Product<never, object>, 'query' | 'response' | 'brief' | 'compute' | 'inWords'> {
  query: z.ZodType;
  /** The parameters of its own, and the form of the answer. */
  parameters: readonly ParameterDescription[];
  response: z.ZodType;
  /** The brief form has `briefMembers` besides. */
  brief: { response: z.ZodObject };
  /** An answer, or a sample of answers, in the form that was asked for; whole where it is of an older shape. `more`: see `MORE`. */
  inView(answer: object, view: View, more?: string): object;
  /** `undefined` for an answer of an older shape, which may come out of the storage. */
  inWords(answer: object): string | undefined;
  /** Checks the parameters; throws an error that names every problem with them. */
  prepare(parameters: RawParameters): Prepared;
}

interface Prepared {
  /** A text that is the same for every spelling of the same query. Most calls ask for the price alone, and need none. */
  query(): string;
  compute(knowledge: Knowledge, call: ProductCall): Promise<Answer<object>>;
}

export function listProduct<Query, Body extends object>({
  compute,
  identityOf,
  inWords,
  brief = WHOLE,
  ...product
}: Product<Query, Body>): Listing {
  return {
    ...product,
    parameters: [...describeQuery(product.query), viewParameter],
    brief,
    inView: (answer, view, more) => (view === 'full' ? answer : inBrief({ ...product, brief }, answer, more)),
    inWords(answer) {
      const body = product.response.safeParse(answer).data;
      // A warning about the VIN or the answer is said first, whatever is sold.
      const doubts = [Object(body).vinWarning, Object(body).note];
      return body && [...doubts.filter((doubt) => typeof doubt === 'string'), inWords(body)].join(' ');
    },
    prepare(parameters) {
      const query = parseParameters(product.query, parameters);
      return {
        query: () => canonicalText(identityOf?.(query) ?? query),
        compute: (knowledge, call) => compute(knowledge, query, call),
      };
    },
  };
}

const WHOLE = { response: z.looseObject({}), of: <Body>(body: Body) => body };

/** Members that transports and samples add to an answer. */
const ADDED = ['vinWarning', 'charged', 'paidBefore', 'sample', 'note', 'disclaimer'];

export function inBrief<Body extends object>(
  { response, brief = WHOLE }: Pick<Product<never, Body>, 'response' | 'brief'>,
  answer: object,
  howToGetAll = MORE,
): object {
  const more = 'sample' in answer ? MORE_OF_SAMPLE : howToGetAll;
  const members = Object.entries(answer);
  const added = Object.fromEntries(members.filter(([name]) => ADDED.includes(name)));
  const body = response.safeParse(answer).data;
  if (body) return { view: 'brief', more, ...added, ...brief.of(body) };
  // A sample may have several answers.
  const parts = members.map(([name, member]) => {
    const part = response.safeParse(member).data;
    return [name, part ? { view: 'brief', more, ...brief.of(part) } : member];
  });
  return Object.fromEntries(parts);
}

/** Members in the order of their names, without those that were not given. */
function canonicalText(query: unknown): string {
  return JSON.stringify(query, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

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

/** Reads parameters strictly, but for the form of the answer, which is no part of what is asked: unknown and repeated ones are problems, and all problems are reported at once. */
export function parseParameters<Query>(
  schema: QuerySchema<Query>,
  { values: { view, ...raw }, repeated }: RawParameters,
): Query {
  const knownIssues = [
    ...repeated.map((parameter) => ({ parameter, message: 'is given more than once' })),
    ...viewIssues(view),
  ];
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
    const names = [...describeQuery(schema), viewParameter].map(({ name }) => name);
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

const views = ['brief', 'full'] as const;

export type View = (typeof views)[number];

/** The form of an answer. It is no part of what is bought: one payment fetches both. */
export const viewParameter: ParameterDescription = {
  name: 'view',
  required: false,
  description:
    'brief: what matters most, in a few kB; full: all. Over HTTP full by default, else brief. One payment fetches both',
  schema: { type: 'string', enum: [...views] },
};

function viewNamed(text: string): View | undefined {
  return views.find((view) => view === text.trim().toLowerCase());
}

/** Names what is wrong with the form that was asked for. */
function viewIssues(text: string | undefined) {
  if (text === undefined || viewNamed(text) !== undefined) return [];
  return [{ parameter: 'view', message: `must be one of ${views.join(', ')}`, allowed: [...views] }];
}

/** Reads the form from a query; `usual` is that of the transport. */
export function viewOf(search: URLSearchParams, usual: View): View {
  return viewNamed(search.get('view') ?? '') ?? usual;
}

/** The first members of every brief answer. */
export const briefMembers = {
  view: z.literal('brief'),
  more: z.string().describe('How to get the whole answer'),
  ...vinWarning,
  note: issueBodySchema.shape.note,
};

export const MORE_OF_SAMPLE = 'This is the brief form; view=full gives the whole.';

/** How a caller gets the whole of a brief answer, where a call is sent again with its payment. */
const MORE =
  'The brief form. For ten minutes the same call with view=full gives the whole, with the same payment, or with a new one of the same wallet, which is not taken.';
