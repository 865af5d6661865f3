import type { Dataset } from './dataset.ts';
import { compileKey } from './key-table.ts';
import { ALL_HIGH, ALL_LOW, BAR, isVinSymbol, SYMBOL_COUNT, symbolText } from './symbols.ts';
import { firstYearOf, lastYearOf, schemaOf, type Wmi } from './wmi-table.ts';

/** A manufacturer's code and its filings, for programs that make VINs up instead of decoding them. */
export interface Manufacturer {
  wmi: string;
  vehicleType: number;
  /** Needed, with the VIN, to compute the check digit. */
  isPassengerVehicle: boolean;
  /** True where NHTSA ever showed the code to the public; no other is decoded. */
  isPublic: boolean;
  makes: readonly string[];
  filings: readonly Filing[];
}

/** One schema, and the model years in which it counts for the manufacturer. An open end is the year 2999. */
export interface Filing {
  schema: number;
  firstYear: number;
  lastYear: number;
}

export interface FiledKey {
  /** Positions 4 to 8 of a VIN, a bar, then 10 to 17, as NHTSA writes them. */
  key: string;
  /** Ids of the elements that are stated of VINs that fit, in ascending order. */
  elements: readonly number[];
}

export function* manufacturersOf(dataset: Dataset): Generator<Manufacturer> {
  for (const code of dataset.wmis.codes()) {
    const wmi = dataset.wmis.find(code);
    if (wmi !== undefined) yield manufacturer(dataset, wmi);
  }
}

function manufacturer({ strings, wmis }: Dataset, wmi: Wmi): Manufacturer {
  const { links } = wmis;
  return {
    wmi: wmi.code,
    vehicleType: wmi.vehicleType,
    isPassengerVehicle: wmi.isPassengerVehicle,
    isPublic: wmi.publicSinceDay !== undefined,
    makes: wmi.makes.map((make) => strings.at(make)),
    filings: Array.from({ length: wmi.linkEnd - wmi.linkStart }, (_, at) => ({
      schema: schemaOf(links, wmi.linkStart + at),
      firstYear: firstYearOf(links, wmi.linkStart + at),
      lastYear: lastYearOf(links, wmi.linkStart + at),
    })),
  };
}

/** Lists the keys of a schema, in the order in which ties between them fall. */
export function filedKeysOf({ groups, patternElement }: Dataset, schema: number): FiledKey[] {
  groups.readSchema(schema);
  const { key, keys, patternStart, schemaStart } = groups;
  const start = schemaStart[schema] ?? 0;
  return Array.from({ length: (schemaStart[schema + 1] ?? start) - start }, (_, at) => ({
    key: keys.text(key[start + at] ?? 0),
    elements: [...patternElement.subarray(patternStart[start + at], patternStart[start + at + 1])],
  }));
}

/** Lists for each place of a key the characters that it accepts, or undefined where it accepts every one. */
export function charactersOf(key: string): (string | undefined)[] {
  const { accepts, length, names } = compileKey(key);
  return Array.from({ length }, (_, place) => {
    const [low = 0, high = 0] = accepts.subarray(2 * place);
    const isFree = low === ALL_LOW && high === ALL_HIGH;
    // A digit to be read as a value is named, though the mask accepts none.
    return isFree ? undefined : symbolsOf(low | (names[2 * place] ?? 0), high | (names[2 * place + 1] ?? 0));
  });
}

function symbolsOf(low: number, high: number): string | undefined {
  const symbols: number[] = [];
  for (let symbol = 0; symbol < SYMBOL_COUNT; symbol++) {
    if ((((symbol < 32 ? low : high) >>> (symbol & 31)) & 1) === 1) symbols.push(symbol);
  }
  if (symbols.length === 1 && symbols[0] === BAR) return undefined;
  const ofVins = symbols.filter(isVinSymbol);
  return (ofVins.length > 0 ? ofVins : symbols).map(symbolText).join('');
}
