import type { Dataset } from './dataset.ts';
import type { FoundItems } from './found-items.ts';
import type { Item } from './items.ts';
import { compileKey } from './key-mask.ts';
import { isVinSymbol, symbolOf } from './symbols.ts';

const POSITIONS: readonly number[] = [4, 5, 6, 7, 8, 11];
/** The first position of keys is position 4 of VINs. */
const FIRST = 4;
const ALL = POSITIONS.reduce((bits, position) => bits | bitOf(position), 0);
const NONE: readonly number[] = [];

/** Positions whose character no key of the decoded items names: the manufacturer's filing does not explain them. */
export function unusedPositions(dataset: Dataset, vin: string, found: FoundItems): readonly number[] {
  const odd = oddPositions(vin);
  const named = namedByAll(dataset, vin, found.best, odd) | namedByAll(dataset, vin, found.others, odd);
  if ((named & ALL) === ALL) return NONE;
  return POSITIONS.filter((position) => position <= vin.length && (named & bitOf(position)) === 0);
}

/** The keys accept the VIN, so what they name at a position is its character; only characters that no VIN holds need a look. */
function namedByAll({ groups }: Dataset, vin: string, items: readonly Item[], odd: number): number {
  const { keys } = groups;
  let named = 0;
  for (let at = 0; at < items.length; at++) {
    const key = items[at]?.key ?? -1;
    if (key < 0) continue;
    const bits = keys.namedPositions[key] ?? 0;
    named |= bits & ~odd;
    if ((bits & odd & ~named) !== 0) named |= namedOddly(keys.text(key), vin, odd);
  }
  return named;
}

function oddPositions(vin: string): number {
  let odd = 0;
  for (const position of POSITIONS) {
    if (!isVinSymbol(symbolOf(vin.charCodeAt(position - 1)))) odd |= bitOf(position);
  }
  return odd;
}

/** A class with a range names only what a VIN can hold, others whatever they list. */
function namedOddly(key: string, vin: string, odd: number): number {
  const { names } = compileKey(key);
  let named = 0;
  for (const position of POSITIONS) {
    const symbol = symbolOf(vin.charCodeAt(position - 1));
    const word = names[2 * (position - FIRST) + (symbol >>> 5)] ?? 0;
    if ((odd & bitOf(position)) !== 0 && ((word >>> (symbol & 31)) & 1) === 1) named |= bitOf(position);
  }
  return named;
}

function bitOf(position: number): number {
  return 1 << (position - FIRST);
}
