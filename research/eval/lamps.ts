import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lexicon } from '../../src/issues/lexicon/lexicon.ts';
import { createRecogniser } from '../../src/issues/lexicon/recognise.ts';
import { prepareComplaints } from '../../src/issues/read/prepare.ts';
import { savedComplaints } from './clauses.ts';

const lampFile = z.object({
  complaints: z.array(z.object({ odiNumber: z.number(), tells: z.enum(['lamp', 'failure']) })),
});
/** Counts how often a complaint of a warning light is not read as the failure it warns of, and a failure not as its light. */
export function scoreLamps(recordings: string): Record<'lamp' | 'failure', { right: number; of: number }> {
  const { complaints } = lampFile.parse(
    JSON.parse(readFileSync(new URL('./labels/lamps.json', import.meta.url), 'utf8')),
  );
  const tellsOf = new Map(complaints.map(({ odiNumber, tells }) => [odiNumber, tells]));
  const { modes } = lexicon();
  const recognise = createRecogniser(modes);
  const scores = { lamp: { right: 0, of: 0 }, failure: { right: 0, of: 0 } };
  for (const one of prepareComplaints(
    savedComplaints(recordings).filter(({ odiNumber }) => tellsOf.has(odiNumber)),
  )) {
    const tells = tellsOf.get(one.complaint.odiNumber) ?? 'failure';
    const [first] = recognise(one.sentences, one.tags).reported;
    const isLamp = first !== undefined && modes[first.mode]?.lamp === true;
    scores[tells].of += 1;
    // A text that is read as nothing is not told as the failure; but a failure that is not read is missed.
    if (tells === 'lamp' ? isLamp || first === undefined : first !== undefined && !isLamp)
      scores[tells].right += 1;
  }
  return scores;
}
