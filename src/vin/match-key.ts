import { BAR, symbolOf } from './symbols.ts';

/** What pattern keys are compared with: positions 4-8, a bar, positions 10-17. */
export interface MatchKey {
  text: string;
  symbols: Uint8Array;
}

export function matchKeyOf(vin: string): MatchKey {
  const text = vin.length > 9 ? `${vin.slice(3, 8)}|${vin.slice(9, 17)}` : vin.slice(3, 8);
  const symbols = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) symbols[at] = at === 5 ? BAR : symbolOf(text.charCodeAt(at));
  return { text, symbols };
}
