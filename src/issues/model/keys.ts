import type { PreparedComplaint } from '../prepare.ts';
import { withoutPersonalData } from '../text/personal-data.ts';

/** A complaint as the model sees it: no number, nothing of its owner, and not longer than it needs to be. */
export interface Shown {
  one: PreparedComplaint;
  text: string;
}

/** Owners lead with what failed. */
const LONGEST_TEXT = 500;

export function shownToModel(one: PreparedComplaint): Shown {
  return { one, text: shortened(withoutPersonalData(one.text)) };
}

/** Means nothing outside its question: a number that the model makes up can be no citation. */
export function keyOf(prefix: string, index: number): string {
  return `${prefix}${String(index + 1).padStart(2, '0')}`;
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
