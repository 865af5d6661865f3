import { z } from 'zod';
import { isHarmed } from '../read/complaint.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { ProposedIssue } from '../synthesizer.ts';
import { type Asking, askOnce, inBatches, keyOf, sideBySide } from './asking.ts';
import { bearing } from './check-title.ts';
import { isQuoted, shownToModel } from './describe.ts';
import { citedIn } from './group.ts';

const answerSchema = z.object({
  complaints: z.array(z.object({ key: z.string(), mode: z.string(), quote: z.string() })),
});

const BATCH = 40;
const OWN = 'own';
/** After an accident owners come late to what failed. */
const LONGEST_TEXT = 1_500;
/** It was found at the second look. */
const STRENGTH = 0.6;

interface Placed {
  modes: ProposedIssue[];
  /** Those of whom the model said nothing that stands. */
  open: Set<number>;
}

/** Asks once more about every fire, injury and death that ended nowhere, with the modes to choose from. */
export async function placeHarmed(
  asking: Asking,
  modes: readonly ProposedIssue[],
  complaints: readonly PreparedComplaint[],
): Promise<Placed> {
  const cited = citedIn(modes);
  const harmed = shownToModel(
    complaints.filter(({ complaint }) => isHarmed(complaint) && !cited.has(complaint.odiNumber)),
    LONGEST_TEXT,
  );
  const open = new Set(harmed.map(({ one }) => one.complaint.odiNumber));
  if (modes.length === 0) return { modes: [], open };
  const places = new Map(modes.map((mode, index) => [keyOf('m', index), mode]));
  const more = new Map<ProposedIssue, number[]>();
  await sideBySide(
    inBatches(harmed, BATCH),
    async (batch) => {
      const byKey = new Map(batch.map((one, index) => [keyOf('c', index), one]));
      const { complaints } = await askOnce(asking, {
        stage: 'harm',
        data: {
          modes: [...places].map(([key, { title }]) => ({ key, title })),
          complaints: [...byKey].map(([key, { text }]) => ({ key, text })),
        },
        schema: answerSchema,
        mostOutputTokens: 50 * batch.length + 200,
      });
      for (const { key, mode, quote } of complaints) {
        const one = byKey.get(key);
        const place = places.get(mode);
        if (one === undefined || (place === undefined && mode !== OWN)) asking.reject('unknown_key');
        else if (place === undefined) open.delete(one.one.complaint.odiNumber);
        else if (!isQuoted(quote, one.text)) asking.reject('quote_not_in_text');
        else if (!bearing(place.title)(quote)) asking.reject('quote_without_the_failure');
        else if (open.delete(one.one.complaint.odiNumber))
          more.set(place, [...(more.get(place) ?? []), one.one.complaint.odiNumber]);
      }
    },
    asking.signal,
  );
  return {
    modes: modes.map((mode) => ({
      ...mode,
      citations: [
        ...mode.citations,
        ...(more.get(mode) ?? []).map((odiNumber) => ({ odiNumber, strength: STRENGTH, main: true })),
      ],
    })),
    open,
  };
}
