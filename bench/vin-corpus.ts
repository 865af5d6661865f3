import { checkDigitOf } from '../src/vin/check-digit.ts';
import type { Dataset } from '../src/vin/dataset.ts';
import { compileKey } from '../src/vin/key-mask.ts';
import { SYMBOL_COUNT, symbolText } from '../src/vin/symbols.ts';
import { firstYearOf, lastYearOf, schemaOf, type Wmi } from '../src/vin/wmi-table.ts';

const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const BUSIEST = 600;

/**
 * Invented VINs that decode: fifteen in sixteen of the manufacturer codes with the most patterns (what is on the road),
 * one in sixteen of any. The same seed gives the same VINs.
 */
export function inventVins(dataset: Dataset, count: number): string[] {
  const random = createRandom(2026);
  const wmis = [...dataset.wmis.codes()].flatMap((code) => dataset.wmis.find(code) ?? []);
  const filed = wmis.filter((wmi) => wmi.linkEnd > wmi.linkStart && wmi.publicSinceDay !== undefined);
  const busiest = filed
    .map((wmi) => ({ wmi, patterns: patternsOf(dataset, wmi) }))
    .sort((a, b) => b.patterns - a.patterns)
    .slice(0, BUSIEST)
    .map(({ wmi }) => wmi);
  return Array.from({ length: count }, () => {
    const pool = random(16) === 0 ? filed : busiest;
    const wmi = pool[random(pool.length)];
    return wmi === undefined ? '' : inventVin(dataset, wmi, random);
  });
}

function patternsOf({ groups, wmis }: Dataset, { linkStart, linkEnd }: Wmi): number {
  const startOf = (schema: number): number => groups.patternStart[groups.schemaStart[schema] ?? 0] ?? 0;
  let patterns = 0;
  for (let link = linkStart; link < linkEnd; link++) {
    const schema = schemaOf(wmis.links, link);
    patterns += startOf(schema + 1) - startOf(schema);
  }
  return patterns;
}

/** Fills a VIN from the keys of one schema, as far as they agree. */
function inventVin(dataset: Dataset, wmi: Wmi, random: (limit: number) => number): string {
  const { groups, wmis } = dataset;
  const link = wmi.linkStart + random(wmi.linkEnd - wmi.linkStart);
  const first = firstYearOf(wmis.links, link);
  const year = first + random(Math.min(3, Math.max(1, lastYearOf(wmis.links, link) - first + 1)));
  const schema = schemaOf(wmis.links, link);
  const from = groups.schemaStart[schema] ?? 0;
  const size = (groups.schemaStart[schema + 1] ?? 0) - from;
  const characters: (string | undefined)[] = new Array(14).fill(undefined);
  for (let tries = 0; tries < 8 && size > 0; tries++) {
    const { accepts, names, length } = compileKey(groups.keys.text(groups.key[from + random(size)] ?? 0));
    for (let position = 0; position < length; position++) {
      const isNamed = names[2 * position] !== 0 || names[2 * position + 1] !== 0;
      if (!isNamed || characters[position] !== undefined) continue;
      characters[position] = pick(accepts[2 * position] ?? 0, accepts[2 * position + 1] ?? 0, random);
    }
  }
  const at = (position: number): string => characters[position] ?? VIN_CHARACTERS[random(33)] ?? 'A';
  const code = YEAR_CODES[(year - 1980) % 30] ?? 'A';
  const serial = String(random(100_000)).padStart(5, '0');
  const start = `${wmi.code.slice(0, 3)}${[0, 1, 2, 3, 4].map(at).join('')}0${code}${at(7)}`;
  const vin = wmi.code.length === 6 ? `${start}${wmi.code.slice(3)}${serial.slice(2)}` : `${start}0${serial}`;
  const digit = checkDigitOf(vin, wmi.isPassengerVehicle);
  return vin.slice(0, 8) + (digit === '?' || digit === '' ? '0' : digit) + vin.slice(9);
}

function pick(low: number, high: number, random: (limit: number) => number): string | undefined {
  const symbols: number[] = [];
  for (let symbol = 0; symbol < SYMBOL_COUNT; symbol++) {
    if ((((symbol < 32 ? low : high) >>> (symbol & 31)) & 1) === 1) symbols.push(symbol);
  }
  const symbol = symbols[random(symbols.length)];
  return symbol === undefined ? undefined : symbolText(symbol);
}

function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
