import type { z } from 'zod';
import type { CostsService } from '../costs/costs-service.ts';
import type { ProductErrorCode } from '../errors/errors.ts';
import type { IssueSamples } from '../issues/issue-sample.ts';
import type { IssueService } from '../issues/service.ts';
import type { RecallSamples } from '../recalls/recall-sample.ts';
import type { RecallService } from '../recalls/recall-service.ts';
import type { ReportSamples } from '../report/report-sample.ts';
import type { ReportService } from '../report/report-service.ts';
import type { VehicleService } from '../vehicle/vehicle-service.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';
import { parseParameters, type RawParameters } from './parameters.ts';

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

interface FreeSample<Body> {
  path: `/v1/sample/${string}`;
  limitPerMinute: number;
  response: z.ZodType<Body>;
  /** Never fails and never waits for a source. */
  read(knowledge: Knowledge): Promise<Body>;
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
  /** Words by which people ask for it, besides its name. */
  askedFor?: readonly string[];
  /** A strict object over the raw query strings. */
  query: z.ZodType<Query, Record<string, string>>;
  response: z.ZodType<Body>;
  /** None where left out. */
  failures?: readonly ProductErrorCode[];
  sample: FreeSample<object>;
  compute(knowledge: Knowledge, query: Query, call: ProductCall): Promise<Answer<Body>>;
  /** An answer as a sentence or two for whoever reads text only: what matters most of it. */
  inWords(body: Body): string;
  /**
   * An answer as one page for people, in place of the JSON that programs read; `undefined` for an answer that it cannot
   * show.
   */
  page?(answer: object, writtenAt: Date): string | undefined;
}

/** A product as transports see it: its query is parsed and computed behind one door, so no type is lost on the way. */
export interface Listing extends Omit<Product<never, object>, 'query' | 'response' | 'compute' | 'inWords'> {
  query: z.ZodType;
  response: z.ZodType;
  /** `undefined` for an answer of an older shape, which may come out of the storage. */
  inWords(answer: object): string | undefined;
  /** Checks the parameters; throws an error that names every problem with them. */
  prepare(parameters: RawParameters): Prepared;
}

interface Prepared {
  /** A text that is the same for every spelling of the same query. */
  query: string;
  compute(knowledge: Knowledge, call: ProductCall): Promise<Answer<object>>;
}

export function listProduct<Query, Body extends object>({
  compute,
  inWords,
  ...product
}: Product<Query, Body>): Listing {
  return {
    ...product,
    inWords(answer) {
      const body = product.response.safeParse(answer).data;
      // What speaks against the VIN is said first, whatever is sold.
      return body && ('vinWarning' in body ? `${body.vinWarning} ${inWords(body)}` : inWords(body));
    },
    prepare(parameters) {
      const query = parseParameters(product.query, parameters);
      return {
        query: canonicalText(query),
        compute: (knowledge, call) => compute(knowledge, query, call),
      };
    },
  };
}

/** Members in the order of their names, without those that were not given. */
function canonicalText(query: unknown): string {
  return JSON.stringify(query, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
