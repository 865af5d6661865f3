/** Makes and models that owners complain about most, and below them many that are hardly known. */
const KNOWN: Record<string, readonly string[]> = {
  FORD: ['F-150', 'EXPLORER', 'ESCAPE', 'FOCUS', 'FUSION', 'EDGE', 'MUSTANG', 'F-250 SD', 'EXPEDITION'],
  CHEVROLET: ['SILVERADO 1500', 'EQUINOX', 'MALIBU', 'IMPALA', 'TRAVERSE', 'CRUZE', 'COBALT', 'TAHOE'],
  TOYOTA: ['CAMRY', 'COROLLA', 'RAV4', 'PRIUS', 'TACOMA', 'SIENNA', 'HIGHLANDER', 'TUNDRA'],
  HONDA: ['ACCORD', 'CIVIC', 'CR-V', 'ODYSSEY', 'PILOT', 'FIT', 'CR-V HYBRID'],
  HYUNDAI: ['ELANTRA', 'SONATA', 'TUCSON', 'SANTA FE', 'ACCENT', 'SONATA HYBRID'],
  JEEP: ['GRAND CHEROKEE', 'WRANGLER', 'CHEROKEE', 'LIBERTY', 'COMPASS', 'PATRIOT'],
  NISSAN: ['ALTIMA', 'ROGUE', 'SENTRA', 'PATHFINDER', 'MURANO', 'VERSA'],
  DODGE: ['GRAND CARAVAN', 'CHARGER', 'RAM 1500', 'DURANGO', 'JOURNEY', 'CALIBER'],
  KIA: ['SORENTO', 'OPTIMA', 'SOUL', 'SPORTAGE', 'FORTE'],
  VOLKSWAGEN: ['JETTA', 'PASSAT', 'TIGUAN', 'GOLF'],
  SUBARU: ['OUTBACK', 'FORESTER', 'IMPREZA', 'LEGACY'],
  BMW: ['3 SERIES', '5 SERIES', 'X5', 'X3'],
};
const HARDLY_KNOWN = 60;
const [FIRST_YEAR, LAST_YEAR] = [1992, 2026];

export interface MadeUpCar {
  make: string;
  model: string;
  year: number;
}

export type Random = () => number;

/** The same numbers every time (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Of a list the earlier ones far more often, as cars are complained about. */
function pick<T>(list: readonly T[], random: Random): T {
  const found = list[Math.floor(random() ** 2.2 * list.length)];
  if (found === undefined) throw new Error('There is nothing to pick from.');
  return found;
}

const YEARS = LAST_YEAR - FIRST_YEAR + 1;
const known = Object.entries(KNOWN)
  .flatMap(([make, names]) => names.map((model, place) => ({ make, model, place })))
  .sort((a, b) => a.place - b.place || (a.make < b.make ? -1 : 1));

/** Cars as they are complained about: a few of them far more than all others. */
export function createCars(random: Random): () => MadeUpCar {
  const others = Array.from({ length: HARDLY_KNOWN * 8 }, (_, index) => hardlyKnown(index, HARDLY_KNOWN));
  const all = [...known, ...others];
  return () => {
    const { make, model } = pick(all, random);
    return { make, model, year: FIRST_YEAR + Math.floor(random() * YEARS) };
  };
}

/** Cars as they are recalled: of the recorded ones a known model year is in 10 to 30 recalls, and most others in one or two. */
export function createRecalledCars(random: Random): () => MadeUpCar {
  return () => {
    const isKnown = random() < RECALLS_OF_KNOWN;
    const place = Math.floor(random() * (isKnown ? known.length : RECALLED_MODELS));
    const { make, model } = known[isKnown ? place : known.length] ?? hardlyKnown(place, RECALLED_MAKES);
    return { make, model, year: FIRST_YEAR + Math.floor(random() * YEARS) };
  };
}

const RECALLS_OF_KNOWN = 0.2;
/** Of cars, trucks, buses, trailers and motorcycles. */
const RECALLED_MAKES = 400;
const RECALLED_MODELS = RECALLED_MAKES * 15;

function hardlyKnown(index: number, makes: number): { make: string; model: string } {
  return { make: `MAKER${index % makes}`, model: `MODEL ${Math.floor(index / makes)}` };
}

/** Words that are as different as those of a language, the frequent ones short. */
export function createTexts(random: Random): (words: number) => string {
  const syllables = [
    'en',
    'gi',
    'ne',
    'sta',
    'lled',
    'bra',
    'ke',
    'the',
    'tra',
    'ns',
    'mi',
    'ss',
    'ion',
    'lo',
    'ck',
    'er',
  ];
  const vocabulary = Array.from({ length: 4_000 }, (_, rank) =>
    Array.from({ length: 1 + Math.floor(rank / 900) }, () => pick(syllables, random)).join(''),
  );
  return (words) => {
    let text = '';
    for (let word = 0; word < words; word++) {
      text += vocabulary[Math.floor(random() ** 2.5 * vocabulary.length)] ?? '';
      text += word % 14 === 13 ? '. ' : ' ';
    }
    return text.trim();
  };
}

export function digitsOfDay(random: Random, firstYear: number, lastYear: number): string {
  const year = firstYear + Math.floor(random() * (lastYear - firstYear + 1));
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0');
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
  return `${year}${month}${day}`;
}

const PIECE_CHARACTERS = 256 * 1024;

/** Lines as pieces of a file. */
export function* piecesOf(lines: Iterable<string>, encoding: 'latin1' | 'utf8'): Generator<Buffer> {
  let waiting: string[] = [];
  let characters = 0;
  for (const line of lines) {
    waiting.push(line);
    characters += line.length;
    if (characters < PIECE_CHARACTERS) continue;
    yield Buffer.from(waiting.join(''), encoding);
    waiting = [];
    characters = 0;
  }
  yield Buffer.from(waiting.join(''), encoding);
}
