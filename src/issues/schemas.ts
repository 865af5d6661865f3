import { z } from 'zod';
import { canadaAttributionSchema } from '../recalls/recall-schemas.ts';

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const severitySchema = z
  .object({ fires: count, crashes: count, injuries: count, deaths: count })
  .meta({ id: 'Severity', description: 'Complaints with each kind of harm' });

const alsoYearsSchema = z
  .object({
    firstYear: z.int().describe('First model year of the row, that of the car among them.'),
    lastYear: z.int().describe('Last model year of the row.'),
    evidence: z
      .array(
        z.object({
          year: z.int(),
          count: count.describe('Complaints of that model year that report the failure.'),
          complaintsAnalyzed: count.describe('Complaints of that model year that were read: at most 200.'),
          share: z.number().min(0).max(1),
        }),
      )
      .min(1)
      .describe('The other model years, each with the share of its complaints that report the failure.'),
  })
  .describe(
    'Model years of the same make and model next to this one, without a gap, in which the same failure is reported at least a third as often. No public record states which years are one generation. Only with an own copy of the whole record.',
  );
export type AlsoYears = z.infer<typeof alsoYearsSchema>;

const comparisonSchema = z
  .object({
    asOf: z.iso.date().describe('Of when the record is that was compared.'),
    vehicleClass: z.string().describe('The kind of car that it was compared with, by its body.'),
    peers: count.describe(
      'Models of that kind and model year, of all makes, with at least 15 complaints each; versions that NHTSA files apart count apart.',
    ),
    complaints: z.object({
      count,
      medianOfPeers: z.number().nonnegative(),
      moreThan: share.describe('Share of the peers that have fewer complaints.'),
    }),
    severe: z
      .object({
        count,
        share,
        medianOfPeers: share,
        moreThan: share.describe('Share of the peers of whose complaints a smaller share is severe.'),
      })
      .describe(
        'Complaints with a fire, a crash, an injury or a death, and their share of all: does not depend on how many cars were sold.',
      ),
    rankInMake: z
      .object({ rank: count, of: count })
      .describe('By complaints among the models of the make and year that have any; 1 has the most.'),
    carsSold: z.null().describe('Not known: no public source states it by model and year.'),
    caveat: z.string(),
  })
  .meta({ id: 'ReliabilityComparison', description: 'How often owners complain, compared with like cars' });
export type Comparison = z.infer<typeof comparisonSchema>;

export const issueStatus = z
  .enum(['ok', 'insufficient_data', 'no_clear_pattern', 'synthesis_unavailable'])
  .describe(
    'ok: at least one verified issue; insufficient_data: fewer than 15 complaints; no_clear_pattern: enough complaints, but no issue stood up to verification; synthesis_unavailable: the complaints could not be read just now. Only ok is charged.',
  );

const trendSchema = z
  .enum(['rising', 'steady', 'falling', 'unknown'])
  .describe(
    "The issue's share of the vehicle's complaints filed in the last 12 months against the 24 months before; unknown where too few are dated.",
  );

const knownIssueSchema = z
  .object({
    title: z.string().describe('Name of the failure mode.'),
    summary: z.string().describe('At most two sentences in our words; never text of a complaint.'),
    count: z.number().int().min(2).describe('Number of cited complaints; equals the length of odiNumbers.'),
    share: share.describe('count / complaintsAnalyzed: a share of complaints, not of cars.'),
    estimatedShare: share.describe(
      'Share among all complaints of the vehicle, the sampling allowed for; equals share where all were read.',
    ),
    shareInterval: z.object({ low: share, high: share }).describe('95 % interval around estimatedShare.'),
    trend: trendSchema,
    confidence: share.describe(
      '0 to 1, computed from confidenceBasis; how sure we are that the cited complaints report what the title says.',
    ),
    confidenceBasis: z.object({
      support: share.describe('Grows with independent complaints: n / (n + 3).'),
      evidence: share.describe('How likely the cited complaints report what the title says, on average.'),
      focus: share.describe('Share of the cited complaints whose main subject this is.'),
    }),
    odiNumbers: z
      .array(z.number().int().positive())
      .min(2)
      .describe('NHTSA complaint numbers, each checked against those analysed; copies count once.'),
    check: z.string().optional().describe('What to check at the car'),
    componentTags: z.array(z.string()).min(1),
    severitySignals: severitySchema.describe('Summed from the cited complaints only.'),
    typicalMileage: z
      .object({
        p25: count,
        median: count,
        p75: count,
        stated: count.describe('Complaints that state a mileage.'),
      })
      .optional()
      .describe(
        'Miles at failure; present where at least 3 cited complaints state it, and the failure is not one that shows in a crash.',
      ),
    firstReported: z.iso.date().nullable(),
    lastReported: z.iso.date().nullable(),
    reportedByYear: z
      .array(z.object({ year: z.number().int(), count }))
      .optional()
      .describe('Cited complaints by the year in which they were filed; absent in older answers.'),
    statements: z
      .array(
        z.object({
          text: z.string().describe('Completes "owners say that", or for a part "owners mention the".'),
          about: z.enum(['course', 'part']),
          count,
          odiNumbers: z.array(z.number().int().positive()).describe('Up to five of those who say so.'),
        }),
      )
      .optional()
      .describe('What at least a third of the cited complaints say beside the title; the summary tells it.'),
    symptoms: z
      .array(z.object({ title: z.string(), count }))
      .optional()
      .describe(
        'More particular failures, or others beside this one, that at least two of the cited complaints report.',
      ),
    relatedRecalls: z
      .array(
        z.object({
          campaign: z.string(),
          basis: z
            .enum(['quoted', 'unlisted', 'wording'])
            .describe(
              'quoted: at least two of the cited complaints name its number; unlisted: they do, and it is not among the recalls of this model and year here; wording: it is filed for the same component and describes the same failure, which does not say that it covers this car.',
            ),
          complaints: count.describe('Cited complaints that quote the number.'),
          evidence: z
            .object({ component: z.string(), words: z.array(z.string()) })
            .optional()
            .describe(
              'Of a campaign found by its wording: the component, and the words of the title it shares.',
            ),
        }),
      )
      .optional()
      .describe('NHTSA campaigns about the same failure, those that owners quote first.'),
    afterRepair: z
      .object({
        notHelped: count.describe('Cited complaints that say a repair did not help.'),
        partsUnavailable: count.describe('Cited complaints that say parts are not to be had.'),
      })
      .optional()
      .describe('Absent where none of the cited complaints says so.'),
    alsoYears: alsoYearsSchema.exactOptional(),
  })
  .meta({ id: 'KnownIssue', description: 'A failure mode that several owners report' });

const samplingSchema = z
  .object({
    method: z.enum(['all', 'stratified-recent']),
    cap: count.describe('The most complaints that the engine reads at once.'),
    copiesSetAside: count.describe('Complaints in nearly the words of another one, read once.'),
    strata: z
      .array(z.object({ component: z.string(), age: z.string(), complaints: count, analyzed: count }))
      .describe('How the sample was drawn; empty where all were taken.'),
  })
  .meta({ id: 'Sampling', description: 'How the complaints were chosen that the engine read' });

const synthesisSchema = z
  .object({
    engine: z.enum(['llm', 'embedded']),
    model: z.string().nullable(),
    promptVersion: z.string().nullable(),
    pipelineVersion: z.string(),
    synthesizedAt: z.iso.datetime(),
    cache: z.enum(['hit', 'miss', 'stale', 'none']),
    degraded: z
      .boolean()
      .describe(
        'True where the embedded engine stood in for a model that failed or named nothing that could be verified.',
      ),
    rejected: z
      .object({
        citations: count,
        issues: count,
        reasons: z
          .record(z.string(), count)
          .optional()
          .describe('How often for which reason, what was thrown out of a model’s own answers included.'),
      })
      .describe('What the engine proposed and verification threw out.'),
    modelRead: count
      .optional()
      .describe('Complaints whose text a model read itself; the others were grouped by the embedded engine.'),
  })
  .meta({ id: 'Synthesis', description: 'What named the issues' });

/** Numbers that need no reading of a narrative. */
export const countedSchema = z.object({
  complaintCount: count,
  topComponents: z.array(z.object({ component: z.string(), count, share })),
  severitySignals: severitySchema,
  complaintsByYear: z.array(z.object({ year: z.number().int(), count })),
});
export type CountedComplaints = z.infer<typeof countedSchema>;

export const reliabilitySchema = countedSchema
  .extend({
    recalls: z
      .object({
        us: count.nullable().describe('Recalls in the United States of this make, model and year.'),
        canada: count.nullable().describe('Recalls in Canada of this make, model and year, all of them.'),
        canadaUnitsAffected: count
          .nullable()
          .describe(
            'Vehicles in Canada in the recalls that canadaUnitsCover counts: of the whole recalls, all models and years, not of this model alone.',
          ),
        canadaUnitsCover: count
          .nullable()
          .describe(
            'How many of the Canadian recalls canadaUnitsAffected adds up: at most the 25 newest, those that state a number.',
          ),
        namesNote: z
          .string()
          .nullable()
          .describe('Versions that were set aside or asked in doubt, so that no count is read as complete.'),
      })
      .describe('null where the recall source could not be reached.'),
    attribution: canadaAttributionSchema.describe('For the Canadian recalls that are counted.'),
    comparison: comparisonSchema
      .exactOptional()
      .describe(
        'Only with an own copy of the whole record, and where enough is known of the car and of like ones.',
      ),
    asOf: z.iso.date(),
  })
  .meta({ id: 'Reliability', description: 'Counts that need no reading of a narrative' });

const alsoReportedSchema = z
  .array(
    z.object({
      component: z.string(),
      count,
      severitySignals: severitySchema.optional().describe('Absent where none of them reports any.'),
      odiNumbers: z
        .array(z.number().int().positive())
        .optional()
        .describe('Those of them with a fire, an injury or a death; absent where there is none.'),
    }),
  )
  .describe(
    'Complaints that no issue cites, by component: single ones, and failures reported by fewer than 1 % of the complaints and fewer than three people.',
  );

export type AlsoReported = z.infer<typeof alsoReportedSchema>;

/** Findings of one run over the complaints; kept for 90 days. */
export const findingsSchema = z.object({
  status: issueStatus.extract(['ok', 'insufficient_data', 'no_clear_pattern']),
  complaintCount: count,
  complaintsAnalyzed: count.describe('Complaints that the engine read: at most complaintCount.'),
  knownIssues: z.array(knownIssueSchema),
  alsoReported: alsoReportedSchema.optional(),
  sampling: samplingSchema,
  rejected: synthesisSchema.shape.rejected,
  synthesis: synthesisSchema
    .pick({ engine: true, model: true, promptVersion: true, modelRead: true })
    .nullable(),
});

/** The part of the answer that is about issues; the product adds the vehicle. */
export const issueReportSchema = z.object({
  status: issueStatus,
  complaintCount: count,
  complaintsAnalyzed: count,
  knownIssues: z.array(knownIssueSchema),
  alsoReported: alsoReportedSchema.optional(),
  sampling: samplingSchema,
  synthesis: synthesisSchema.nullable(),
  reliability: reliabilitySchema,
  missingComplaints: z
    .object({ count, since: z.iso.datetime() })
    .nullable()
    .describe(
      "Complaints counted here that NHTSA's newest answer lacks, and since when; they stay until a second reading, six hours later, agrees. null: none.",
    ),
  matchedModels: z.array(z.string()).describe('The names under which complaints were looked up.'),
  modelListed: z
    .boolean()
    .describe('false: NHTSA lists no such model, so that no complaints may only mean another name.'),
});

export type IssueFindings = z.infer<typeof findingsSchema>;
export type KnownIssue = z.infer<typeof knownIssueSchema>;
export type Trend = z.infer<typeof trendSchema>;
export type IssueReport = z.infer<typeof issueReportSchema>;
export type Sampling = z.infer<typeof samplingSchema>;
export type Reliability = z.infer<typeof reliabilitySchema>;
