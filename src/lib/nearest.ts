const LONGEST = 40;

/** The candidate that was probably meant: the same but for case and separators, or mistyped by little. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const typed = plain(word);
  const far = Math.max(1, Math.floor(typed.length / 4)) + 1;
  let best: string | undefined;
  let least = far;
  for (const candidate of candidates) {
    const distance = distanceOf(typed, plain(candidate), least);
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

const plain = (text: string) => text.toLowerCase().replace(/[-_/.\s]/g, '');

/** Counts the letters that differ, by Levenshtein; at least `most` where there are as many or more. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) >= most) return most;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(most, row[other.length] ?? most);
}
