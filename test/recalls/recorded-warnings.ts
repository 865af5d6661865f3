import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { recallsAnswer } from '../../src/sources/nhtsa/records.ts';
import { warningsOf } from '../../src/sources/warnings.ts';

/**
 * The texts of recorded campaigns, of which a reader has noted what they warn of. Their sentences played no part in
 * writing the patterns.
 */
const folder = join(process.env.FORECOURT_RECORDINGS ?? '', 'recorded/nhtsa');
export const hasRecordings = process.env.FORECOURT_RECORDINGS !== undefined && existsSync(folder);

const labelsSchema = z.object({
  about: z.string(),
  campaigns: z.record(z.string(), z.enum(['D', 'P', 'DP'])),
});
const manySchema = z.array(z.object({ answer: z.unknown() }));

function readAnswers(name: string): unknown[] {
  const bytes = readFileSync(join(folder, name));
  const read: unknown = JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  const many = manySchema.safeParse(read);
  return many.success ? many.data.map(({ answer }) => answer) : [read];
}

/** Differences of the patterns from the reader, by campaign, the text alone taken and not NHTSA's flags. */
export function readRecordedWarnings(): { campaigns: number; warn: number; different: string[] } {
  const file = new URL('./labels/recorded-warnings.json', import.meta.url);
  const labels = labelsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).campaigns;
  const answers = readdirSync(folder)
    .filter((name) => name.startsWith('recalls-'))
    .flatMap(readAnswers);
  const found = new Map(
    answers
      .flatMap((answer) => recallsAnswer.schema.parse(answer))
      .map((recall) => {
        const { parkIt, parkOutside } = warningsOf([
          recall.Summary,
          recall.Consequence,
          recall.Remedy,
          recall.Notes,
        ]);
        return [recall.NHTSACampaignNumber, `${parkIt ? 'D' : ''}${parkOutside ? 'P' : ''}`];
      }),
  );
  return {
    campaigns: found.size,
    warn: Object.keys(labels).length,
    different: [...found]
      .filter(([campaign, letters]) => letters !== (labels[campaign] ?? ''))
      .map(([campaign, letters]) => `${campaign}: read ${labels[campaign] ?? '-'}, found ${letters || '-'}`),
  };
}
