import { z } from 'zod';
import { errorRow } from './error-row.ts';

export const parameterIssues = z.array(
  z
    .object({
      parameter: z.string(),
      message: z.string(),
      allowed: z.array(z.string()).optional().describe('The values that are taken'),
    })
    .meta({ id: 'ParameterIssue', description: 'What is wrong with one parameter' }),
);

const meantVin = z.object({
  vin: z.string(),
  marked: z
    .string()
    .describe('The VIN with brackets around what differs; they are empty where a character was too many'),
  car: z.string().describe('The car that it names, such as "2003 Honda Accord"'),
});

interface Issue {
  readonly parameter: string;
  readonly message: string;
  readonly allowed?: readonly string[] | undefined;
}

/** Says which parameters are wrong, how, and what they take. */
function correctionOf(issues: readonly Issue[]): string {
  const names = [...new Set(issues.map(({ parameter }) => parameter))];
  const wordsOf = (name: string) => issues.filter(({ parameter }) => parameter === name).map(wordsOfIssue);
  const told = [...Map.groupBy(names, (name) => wordsOf(name).join('; '))];
  const words = told.map(([why, wrong]) => `${wrong.join(', ')} (${why})`);
  return `Correct ${names.length === 1 ? 'this parameter' : 'these parameters'}: ${words.join(', ')}.`;
}

function wordsOfIssue({ message, allowed = [] }: Issue): string {
  const values = allowed.join(', ');
  const isSaid = values === '' || message.includes(values) || message.includes('did you mean');
  return isSaid ? message : `${message}; taken are ${values}`;
}

/** VINs that a caller may have meant. */
export type MeantVins = readonly z.infer<typeof meantVin>[];

const didYouMean = z
  .array(meantVin)
  .describe(
    'VINs that may be meant, at most three, the likeliest first: compare with the car before you use one',
  );

/** Asks which VIN is meant, where there is one to ask about. */
export function meantSentence(meant: MeantVins): string {
  if (meant.length === 0) return '';
  const vins = meant.map(({ marked, car }) => `${marked} (${car})`);
  return ` Did you mean ${vins.join(' or ')}? Compare with the car.`;
}

export const parameterErrors = {
  invalid_vin: errorRow({
    status: 400,
    when: 'The VIN does not have 17 characters, or has others than 0-9 and A-Z without I, O and Q.',
    details: {
      vin: z.string().max(32).describe('As received, cut at 32 characters'),
      reason: z.enum(['length', 'characters']),
      didYouMean,
    },
    message: ({ reason, didYouMean: meant }) =>
      (reason === 'length'
        ? 'A VIN has exactly 17 characters; check for missing or extra ones.'
        : 'A VIN has only the digits 0-9 and the letters A-Z without I, O and Q; check for misread characters.') +
      meantSentence(meant),
  }),
  invalid_parameters: errorRow({
    status: 400,
    when: 'Parameters are missing, unknown, repeated, out of range or do not go together; all problems are reported at once.',
    details: { issues: parameterIssues },
    message: ({ issues }) => correctionOf(issues),
  }),
};

const urgentNotice = z.object({
  country: z.enum(['US', 'CA']),
  campaign: z.string().nullable(),
  component: z.string().nullable(),
  parkIt: z.boolean().nullable().describe('true: do not drive the car'),
  parkOutside: z.boolean().nullable().describe('true: park it outside, away from buildings'),
  warningText: z.string().nullable().describe('The sentences that warn, as published'),
  url: z.string(),
});

export type UrgentNotice = z.infer<typeof urgentNotice>;

/** An outage of one country hides no warning of the other. */
function urgentWords(notices: readonly Pick<UrgentNotice, 'campaign' | 'parkIt'>[]): string {
  return notices
    .map(({ campaign, parkIt }) => {
      const advice = parkIt ? 'do not drive the car' : 'park the car outside, away from buildings';
      return ` Recall ${campaign ?? 'without a known number'} of the other country says: ${advice}.`;
    })
    .join('');
}

/** The errors that keep a product from an answer although its parameters are right. */
export const productErrors = {
  vehicle_not_resolved: errorRow({
    status: 422,
    when: 'The VIN is well formed, but make, model and year could not all be resolved.',
    details: {
      vpicErrorText: z.string().describe("The decoder's words for what is wrong"),
      vpicErrorCodes: z.array(z.number().int()),
      suggestedVin: z.string().optional().describe('A corrected VIN, where one is known'),
      didYouMean,
      builtForEurope: z
        .enum(['surely', 'probably', 'no'])
        .describe('Whether it is the VIN of a car that was not built for the United States or Canada'),
      vehicle: z.looseObject({}).describe('What did resolve'),
    },
    message: ({ builtForEurope, didYouMean: meant }) =>
      builtForEurope === 'no'
        ? `Make, model and year of this VIN could not all be resolved; compare it with the car and try again.${meantSentence(meant)}`
        : `This is ${builtForEurope} the VIN of a car that was built for Europe and not for the United States or Canada: its ` +
          'maker has not told NHTSA what it means. Ask the seller for the import papers, and a dealer of the make, with this ' +
          `VIN, what the car is and which recalls are open.${meantSentence(meant)}`,
  }),
  upstream_unavailable: errorRow({
    status: 502,
    when: 'A public data source cannot be reached and no older copy of its answer is at hand.',
    details: {
      source: z.string(),
      urgentNotices: z
        .array(urgentNotice)
        .optional()
        .describe('Recalls: what the country that could be read says not to drive, or to park outside'),
    },
    message: ({ source, urgentNotices = [] }) =>
      `The public data source ${source} cannot be reached just now; try again in a while.${urgentWords(urgentNotices)}`,
    retryAfterSeconds: 30,
  }),
  insufficient_sections: errorRow({
    status: 502,
    when: 'The decode worked, but fewer than two of the three other sections of the report are available.',
    details: {
      sections: z.record(z.string(), z.enum(['ok', 'unavailable'])),
      sectionDetails: z.record(z.string(), z.string()),
    },
    message:
      'Too many parts of the report are unavailable for it to be worth its price; try again in a while.',
    retryAfterSeconds: 30,
  }),
  synthesis_unavailable: errorRow({
    status: 503,
    when: 'The complaints could not be clustered and no earlier result is at hand; what needs no clustering is in the body.',
    details: {
      vehicle: z.looseObject({}),
      reliability: z.looseObject({}).describe('Counts that need no clustering'),
    },
    message: 'The complaints of this vehicle could not be clustered just now; try again in a while.',
    retryAfterSeconds: 60,
  }),
};
