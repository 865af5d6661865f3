import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { spellingKey } from './spelling.ts';

const pattern = z.string().transform((text) => new RegExp(text, 'i'));

const filedUnderSchema = z.record(
  z.string(),
  z.array(
    z.strictObject({
      also: z.string().describe('The other make under which some of its cars are filed.'),
      only: pattern.exactOptional().describe('Of the models that are filed there; all where left out.'),
      from: pattern.exactOptional(),
      to: z.string().exactOptional().describe('What takes the place of `from` in the name of a model there.'),
    }),
  ),
);

/** Brands that grew out of, or are sold by, another make, and are filed under either. */
const filedUnder = onDemand(() => {
  const table = Object.entries(readDataFile('names/filed-under.json', filedUnderSchema));
  return new Map(table.map(([make, others]) => [spellingKey(make), others]));
});

const othersOf = (make: string) => filedUnder().get(spellingKey(make)) ?? [];

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
  return [make, ...othersOf(make).map(({ also }) => also)].flatMap(spellingsOf);
}

/** The makes, in each spelling, and model names under which a decoded car may be filed, its own first. */
export function filingNames({ make, model }: NameUnderMake): NameUnderMake[] {
  const others = othersOf(make).flatMap(({ also, only, from, to = '' }) => {
    if (only && !only.test(model)) return [];
    const name = from ? model.replace(from, to).trim() : model;
    return name === '' ? [] : [{ make: also, model: name }];
  });
  return [{ make, model }, ...others].flatMap((name) =>
    spellingsOf(name.make).map((spelling) => ({ make: spelling, model: name.model })),
  );
}
