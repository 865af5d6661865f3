import { createHash } from 'node:crypto';
import type { PreparedComplaint } from '../prepare.ts';
import { withoutPersonalData } from '../text/personal-data.ts';

/** A complaint under a key that means nothing outside its batch: a number that the model makes up can be no citation. */
export interface Keyed {
  key: string;
  text: string;
  one: PreparedComplaint;
}

const LONGEST_TEXT = 1200;

/** Batches in an order of their own, so that neighbours in time do not colour each other. */
export function keyedBatches(
  complaints: readonly PreparedComplaint[],
  size: number,
  salt: string,
): Keyed[][] {
  const shuffled = complaints
    .map((one) => ({ one, order: digest(`${salt}:${one.complaint.odiNumber}`) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const batches: Keyed[][] = [];
  for (let from = 0; from < shuffled.length; from += size) {
    batches.push(
      shuffled.slice(from, from + size).map(({ one }, index) => ({
        key: `c${String(index + 1).padStart(2, '0')}`,
        text: shortened(withoutPersonalData(one.text)),
        one,
      })),
    );
  }
  return batches;
}

/** Cut after the last sentence that fits. */
function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const cut = text.slice(0, LONGEST_TEXT);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '));
  return end > LONGEST_TEXT / 2 ? cut.slice(0, end + 1) : cut;
}

/** A quote counts only if it stands in the text, letter for letter but for case and blanks. */
export function isQuoted(quote: string, text: string): boolean {
  const plain = (value: string) =>
    value
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const sought = plain(quote);
  return sought.length >= 3 && plain(text).includes(sought);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
