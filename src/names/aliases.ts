import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { distinctNames, spellingKey } from './spelling.ts';

/**
 * Other names by make under which one model is filed, beyond spelling and suffixes. Within a group every name stands
 * for every other, so one table serves both countries: a Canadian list simply never offers the American name.
 */
export const aliasesByMake = onDemand(() =>
  readDataFile('names/aliases.json', z.record(z.string(), z.array(z.array(z.string()).min(2)).min(1))),
);

/** The keys of each name are made once. */
const groups = onDemand(
  () =>
    new Map(
      Object.entries(aliasesByMake()).map(([make, ofMake]) => [
        spellingKey(make),
        ofMake.map((names) => ({ names, keys: names.map(spellingKey) })),
      ]),
    ),
);

function groupOf(make: string, model: string): readonly string[] {
  const modelKey = spellingKey(model);
  return (
    groups()
      .get(spellingKey(make))
      ?.find(({ keys }) => keys.includes(modelKey))?.names ?? []
  );
}

const NUMERALS: Readonly<Record<string, string>> = {
  ONE: '1',
  TWO: '2',
  THREE: '3',
  FOUR: '4',
  FIVE: '5',
  SIX: '6',
  II: '2',
  III: '3',
  IV: '4',
};

/** "Model III" and "MODEL 3", "Polestar Two" and "POLESTAR 2" are one name. */
function inDigits(name: string): string {
  return name.replace(/(?<= )[A-Z]+$/i, (word) => NUMERALS[word.toUpperCase()] ?? word);
}

/** "ProMaster 1500", "Silverado HD": lists have these versions under the bare name, or worded otherwise. */
const TRAILING_VERSION = /(?: (?:[1-9]500|HD|LD|LTD|MPV|[24]WD|4x[24]|L(?= e$)|e|Towable|Trailer))+$/i;

const SHORTEST_IN_BRACKETS = 5;

/** A name in brackets ("XVS650 (V Star 650)") is another name; an abbreviation there ("(PHEV)") only explains. */
function withoutBrackets(model: string): string[] {
  const inside = [...model.matchAll(/\(([^)]*)\)/g)].map((match) => (match[1] ?? '').trim());
  const outside = model.replace(/\s*\([^)]*\)\s*/g, ' ').trim();
  return [
    ...(outside === model ? [] : [outside]),
    ...inside.filter((part) => part.length >= SHORTEST_IN_BRACKETS),
  ];
}

/** The model's own name first, then its parts where it names several ("Caravan/Grand Caravan"), then other names. */
export function aliasesOf(make: string, model: string): string[] {
  const parts = model.split(/[/,]/).map((part) => part.trim());
  const several = parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
  const behindMake = spellingKey(model).startsWith(spellingKey(make))
    ? [model.slice(make.length).trim()]
    : [];
  const bare = model.replace(TRAILING_VERSION, '');
  const own = [
    model,
    ...withoutBrackets(model),
    ...several,
    ...behindMake,
    ...(/[A-Z]/i.test(bare) ? [bare] : []),
  ];
  return distinctNames([...own, ...own.map(inDigits), ...own.flatMap((name) => groupOf(make, name))]);
}
