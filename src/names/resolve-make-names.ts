import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { spellingKey } from './spelling.ts';

interface FiledUnder {
  make: string;
  /** The other make under which some of its cars are filed. */
  also: string;
  /** The name of a model there; undefined when that model is not filed there. */
  model(model: string): string | undefined;
}

/** The name behind the brand; undefined where it does not begin with the brand. */
function withoutPrefix(model: string, brand: string): string | undefined {
  const begins = model.toUpperCase().startsWith(`${brand.toUpperCase()} `);
  return begins ? model.slice(brand.length + 1).trim() : undefined;
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
  { make: 'SMART', also: 'MERCEDES BENZ', model: (model) => `smart ${model}` },
  { make: 'TOYOTA', also: 'SCION', model: (model) => withoutPrefix(model, 'Scion') },
  { make: 'SCION', also: 'TOYOTA', model: (model) => `Scion ${withoutPrefix(model, 'Scion') ?? model}` },
  {
    make: 'VOLVO',
    also: 'POLESTAR',
    model: (model) => (/^(?:polestar|ps\d)/i.test(model) ? model : undefined),
  },
  { make: 'HYUNDAI', also: 'GENESIS', model: (model) => withoutPrefix(model, 'Genesis') },
  { make: 'MERKUR', also: 'FORD', model: (model) => `Merkur ${model}` },
  { make: 'MERKUR', also: 'LINCOLN', model: asItIs },
  { make: 'FORD', also: 'MERKUR', model: (model) => withoutPrefix(model, 'Merkur') },
  { make: 'GEO', also: 'CHEVROLET', model: asItIs },
  { make: 'CHEVROLET', also: 'BRIGHTDROP', model: (model) => withoutPrefix(model, 'BrightDrop') },
  { make: 'BRIGHTDROP', also: 'CHEVROLET', model: (model) => `BrightDrop ${model}` },
  { make: 'HUMMER', also: 'GMC', model: (model) => (/^ev\b/i.test(model) ? `Hummer ${model}` : undefined) },
  { make: 'ALPINA', also: 'BMW', model: asItIs },
  { make: 'BMW', also: 'ALPINA', model: (model) => (/^x?b\d|alpina/i.test(model) ? model : undefined) },
  {
    make: 'MERCEDES-BENZ',
    also: 'MERCEDES-MAYBACH',
    model: (model) => (/^(?:s-|gls|sl|eqs|maybach)/i.test(model) ? model : undefined),
  },
  {
    make: 'HARLEY-DAVIDSON',
    also: 'LIVEWIRE',
    model: (model) => (/^livewire\b/i.test(model) ? model : undefined),
  },
  { make: 'LIVEWIRE', also: 'HARLEY-DAVIDSON', model: asItIs },
  { make: 'LIVEWIRE', also: 'HARLEY-DAVIDSON/LIVEWIRE', model: asItIs },
  { make: 'DODGE', also: 'FREIGHTLINER', model: (model) => (/^sprinter\b/i.test(model) ? model : undefined) },
  {
    make: 'DODGE',
    also: 'MERCEDES-BENZ',
    model: (model) => (/^sprinter\b/i.test(model) ? model : undefined),
  },
  {
    make: 'FREIGHTLINER',
    also: 'MERCEDES-BENZ',
    model: (model) => (/^e?(?:sprinter|metris)\b/i.test(model) ? model : undefined),
  },
  { make: 'FREIGHTLINER', also: 'FCCC', model: asItIs },
  { make: 'INTERNATIONAL', also: 'INTERNATIONAL MOTORS', model: asItIs },
  { make: 'VOLVO TRUCK', also: 'VOLVO', model: asItIs },
  { make: 'STERLING TRUCK', also: 'STERLING', model: asItIs },
  { make: 'ZERO MOTORCYCLES', also: 'ZERO', model: asItIs },
  { make: 'INDIAN MOTORCYCLE', also: 'INDIAN', model: asItIs },
  { make: 'MOTOR COACH INDUSTRIES', also: 'MCI', model: asItIs },
  { make: 'THOMAS BUILT', also: 'THOMAS BUILT BUSES', model: asItIs },
  // The chassis of this bus has a VIN of Freightliner.
  {
    make: 'FREIGHTLINER',
    also: 'THOMAS BUILT BUSES',
    model: (model) => (/^B2\b/i.test(model) ? 'Saf-T-Liner C2' : undefined),
  },
  {
    make: 'CHEVROLET',
    also: 'ISUZU',
    model: (model) => (/^\d500/.test(model) ? `Chevrolet LCF ${model}` : undefined),
  },
  {
    make: 'CHEVROLET',
    also: 'INTERNATIONAL MOTORS',
    model: (model) => (/^[456]500HD/.test(model) ? `Chevy ${model}` : undefined),
  },
  { make: 'RIZON', also: 'MITSUBISHI FUSO', model: (model) => `Rizon ${model}` },
  { make: 'GRANDE WEST', also: 'VICINITY', model: asItIs },
  { make: 'ELDORADO NATIONAL', also: 'ELDORADO', model: asItIs },
  { make: 'ELECTRA MECCANICA VEHICLES CORP.', also: 'ELECTRAMECCANICA', model: asItIs },
  { make: 'DODGE', also: 'CHRYSLER', model: (model) => (/^neon\b/i.test(model) ? model : undefined) },
];

export interface NameUnderMake {
  make: string;
  model: string;
}

/** Other spellings in NHTSA's lists by the decoder's name of a make, with other cars under each. */
const otherSpellings = onDemand(() =>
  readDataFile('names/make-spellings.json', z.record(z.string(), z.array(z.string()).min(1))),
);

function spellingsOf(make: string): string[] {
  const upper = make.toUpperCase();
  return [upper, ...(otherSpellings()[upper] ?? [])];
}

/** Every make, in each spelling, under which some car of a make may be filed. */
export function filingMakes(make: string): string[] {
  const others = filedUnder.filter((entry) => spellingKey(entry.make) === spellingKey(make));
  return [make, ...others.map(({ also }) => also)].flatMap(spellingsOf);
}

/** The makes, in each spelling, and model names under which a decoded car may be filed, its own first. */
export function filingNames({ make, model }: NameUnderMake): NameUnderMake[] {
  const others = filedUnder
    .filter((entry) => spellingKey(entry.make) === spellingKey(make))
    .flatMap((entry) => {
      const name = entry.model(model);
      return name === undefined ? [] : [{ make: entry.also, model: name }];
    });
  return [{ make, model }, ...others].flatMap((name) =>
    spellingsOf(name.make).map((spelling) => ({ make: spelling, model: name.model })),
  );
}
