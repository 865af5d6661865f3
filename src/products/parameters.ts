import { z } from 'zod';
import { issueBodySchema } from '../issues/issue-sample.ts';
import { vinWarning } from '../vehicle/vehicle.ts';
import { vinPattern, vinText } from '../vehicle/vin-schema.ts';
import type { ParameterDescription } from './describe-query.ts';

const views = ['brief', 'full'] as const;
export type View = (typeof views)[number];

/** The form of an answer. It is no part of what is bought: one payment fetches both. */
export const viewParameter: ParameterDescription = {
  name: 'view',
  required: false,
  description:
    'brief: what matters most, in a few kB; full: all. Over HTTP full where left out, over MCP and A2A brief. One payment fetches both',
  schema: { type: 'string', enum: [...views] },
};

function viewNamed(text: string): View | undefined {
  return views.find((view) => view === text.trim().toLowerCase());
}

/** Names what is wrong with the form that was asked for. */
export function viewIssues(text: string | undefined) {
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
export const MORE =
  'The brief form. For ten minutes the same call with view=full gives the whole, with the same payment, or with a new one of the same wallet, which is not taken.';

/** The car of all free samples: a 2013 Hyundai Elantra with an invented serial number and a right check digit. */
export const SAMPLE_VIN = '5NPDH4AE8DH100013';

export const vinParameter = vinText.meta({
  description: 'Vehicle identification number: 17 characters, without the letters I, O and Q',
  pattern: vinPattern,
  example: SAMPLE_VIN,
});

export const vinQuery = z.strictObject({ vin: vinParameter });

/** A parameter with few values, in either case of letters. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  write: (text: string) => string,
) {
  return z
    .string()
    .transform((text) => write(text.trim()))
    .pipe(z.enum(values));
}
