/** The bounds of a weight class in pounds: "Class 2E: 6,001 - 7,000 lb (2,722 - 3,175 kg)". */
export interface PoundRange {
  from: number | null;
  to: number | null;
}

export function poundsOf(rating: string | null): PoundRange {
  const pounds = /:\s*([^(]*)lb/.exec(rating ?? '')?.[1] ?? '';
  const tail = /lb(?:s)?\s+(or less|and above|or more)/i.exec(rating ?? '')?.[1]?.toLowerCase();
  const [first, second] = [...pounds.matchAll(/[\d,]+/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  );
  if (first === undefined) return { from: null, to: null };
  if (second !== undefined) return { from: first, to: second };
  if (tail === 'or less') return { from: null, to: first };
  return tail === undefined ? { from: first, to: first } : { from: first, to: null };
}
