import { stem } from './words.ts';

/** Words that mean nothing for what failed, whatever the car. */
const COMMON = new Set(
  `a about above afraid after again ago all almost already also always am amount an and another answer any anyone anything
   appear approximately are around as ask at attempt aware away back be became because become been before began begin being
   believe between both bought bring brought business but buy by call came can car case cause certain claim come company
   complaint concern condition consider consumer contact contacted continue corporate cost could couple cover customer
   cannot date day deal dealer dealership decide describe despite determine diagnose diagnosis did different do does done due
   during each either else enough especially even ever every everything exactly except expect expensive experience extremely
   fact failure far feel felt few file find fine first fix follow for found free from get give given go good got great had
   happen has have he hear heard help her here herself him himself his hour how however i idea if immediately in incident
   independent indicate inform information inspect inspection instead into investigate is issue it itself job just keep kind
   knew know known last later least leave left less let like list little local long look lot made maintenance major make
   manufacturer many may maybe me mechanic mention mile mileage mine minute money month more most mr much my myself name near
   need never new next no normal nothing notice notified notify now number occasion occur of offer often old on once one only
   or order other our out over owe own owner paid part pay people per perform person phone place please point possible
   prior problem properly provide purchase put question quite rather read really reason receive recently recur refuse
   relate remain repair replace report request require resolve response result return safe safety said same saw say schedule
   second see seem sell sent serious service several she shop should show similar since situation so sold some someone
   something soon speak spend state stated still such suppose sure take talk technician tell than thank that the their them
   then there these they thing think third this those though thought thousand three through throughout time to today told
   too took toward town tried try two unable under unit unknown until up upon us use used usual vehicle very via visit wait
   want warn warranty was watch way we week well went were what when where whether which while who whole whom whose why will
   wish with within without wonder word work worse worst would wrong year yes yet you your nhtsa vin recall campaign
   hyundai kia ford toyota honda chevrolet chevy gmc nissan mazda subaru jeep dodge chrysler ram porsche bmw audi tesla lexus
   volkswagen vw mercedes benz volvo acura infiniti cadillac buick lincoln mitsubishi
   january february march april may june july august september october november december
   monday tuesday wednesday thursday friday saturday sunday husband wife daughter son child kid family friend mother father
   live life kill danger dangerous hazard accident fear lucky luckily scare terrify unacceptable`
    .split(/\s+/)
    .map(stem),
);
/** They mean something only beside another word: "not start", "comes off". */
const LINKING = new Set(['not', 'off', 'out', 'down', 'up', 'on', 'open', 'back'].map(stem));

type Kind = 'meaningful' | 'linking' | 'empty';
const kinds = new Map<string, Kind>();
const MOST_KINDS = 50_000;

function kindOf(word: string): Kind {
  let kind = kinds.get(word);
  if (kind === undefined) {
    if (LINKING.has(word)) kind = 'linking';
    else kind = word.length > 2 && !COMMON.has(word) && !/^\d/.test(word) ? 'meaningful' : 'empty';
    if (kinds.size < MOST_KINDS) kinds.set(word, kind);
  }
  return kind;
}

export function isMeaningful(word: string): boolean {
  return kindOf(word) === 'meaningful';
}

/** Calls back with each meaningful word, and with each word that means something together with the one before it. */
export function forEachTerm(
  sentences: readonly (readonly string[])[],
  use: (word: string, before: string | undefined) => void,
): void {
  for (const words of sentences) {
    let before: string | undefined;
    let beforeIsOne = false;
    for (const word of words) {
      const kind = kindOf(word);
      const isOne = kind === 'meaningful';
      if (isOne) use(word, undefined);
      if (before !== undefined && (isOne || (kind === 'linking' && beforeIsOne))) use(word, before);
      before = kind === 'empty' ? undefined : word;
      beforeIsOne = isOne;
    }
  }
}

/** The numbers of a word: its own, and those of the words that mean something after it. */
interface KnownWord {
  alone: number | undefined;
  after: Map<string, number>;
}

export type TermIndex = ReadonlyMap<string, KnownWord>;

/** So that each word is looked up once, and no text is made to look a pair up. */
export function indexTerms(terms: readonly string[]): TermIndex {
  const index = new Map<string, KnownWord>();
  const knownWord = (word: string): KnownWord => {
    const known = index.get(word) ?? { alone: undefined, after: new Map() };
    index.set(word, known);
    return known;
  };
  terms.forEach((term, at) => {
    // A term that is no longer read as one is not looked for.
    forEachTerm([term.split(' ')], (word, before) => {
      const read = before === undefined ? word : `${before} ${word}`;
      if (read !== term) return;
      if (before === undefined) knownWord(word).alone = at;
      else knownWord(before).after.set(word, at);
    });
  });
  return index;
}

/** Calls back with the number of each known term, and whether it is of two words. */
export function forEachKnownTerm(
  sentences: readonly (readonly string[])[],
  index: TermIndex,
  use: (term: number, isPair: boolean) => void,
): void {
  for (const words of sentences) {
    let before: KnownWord | undefined;
    for (const word of words) {
      const pair = before?.after.get(word);
      if (pair !== undefined) use(pair, true);
      before = index.get(word);
      if (before?.alone !== undefined) use(before.alone, false);
    }
  }
}
