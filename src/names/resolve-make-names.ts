import { spellingKey } from './spelling.ts';

interface FiledUnder {
  make: string;
  /** The other make under which some of its cars are filed. */
  also: string;
  /** How a model is named there; undefined when that model is not filed there. */
  model(model: string): string | undefined;
}

const asItIs = (model: string) => model;

/** Brands that grew out of, or are sold by, another make, and are filed under either. */
const filedUnder: readonly FiledUnder[] = [
  { make: 'RAM', also: 'DODGE', model: (model) => (/^ram\b/i.test(model) ? model : `Ram ${model}`) },
  {
    make: 'DODGE',
    also: 'RAM',
    model: (model) => (/^ram\b/i.test(model) ? model.replace(/^ram\s*/i, '') || undefined : undefined),
  },
  { make: 'SRT', also: 'DODGE', model: asItIs },
  { make: 'DODGE', also: 'SRT', model: (model) => (/^viper\b/i.test(model) ? model : undefined) },
  {
    make: 'GENESIS',
    also: 'HYUNDAI',
    model: (model) => (/^g[89]0$/i.test(model) ? `Genesis ${model}` : undefined),
  },
  { make: 'MERCEDES-AMG', also: 'MERCEDES-BENZ', model: asItIs },
  { make: 'MERCEDES-MAYBACH', also: 'MERCEDES-BENZ', model: asItIs },
  { make: 'MAYBACH', also: 'MERCEDES-BENZ', model: asItIs },
  { make: 'SMART', also: 'MERCEDES-BENZ', model: (model) => `smart ${model}` },
  { make: 'DODGE', also: 'CHRYSLER', model: (model) => (/^neon\b/i.test(model) ? model : undefined) },
];

export interface NameUnderMake {
  make: string;
  model: string;
}

/** The makes and model names under which a decoded car may be filed, its own first. */
export function filingNames({ make, model }: NameUnderMake): NameUnderMake[] {
  const others = filedUnder
    .filter((entry) => spellingKey(entry.make) === spellingKey(make))
    .flatMap((entry) => {
      const name = entry.model(model);
      return name === undefined ? [] : [{ make: entry.also, model: name }];
    });
  return [{ make, model }, ...others];
}

/** NHTSA lists this make in two spellings, with different cars under each. */
const secondSpellings: Readonly<Record<string, string>> = { 'MERCEDES-BENZ': 'MERCEDES BENZ' };

export function makeSpellings(make: string): string[] {
  const upper = make.toUpperCase();
  const second = secondSpellings[upper];
  return second === undefined ? [upper] : [upper, second];
}
