/** Splits text into lower-case word stems, so that "stalls", "stalled" and "stalling" are one word. */

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon['’]?t\b/g, 'will not'],
  [/\bcan['’]?t\b|\bcannot\b/g, 'can not'],
  [/\b(do|does|did|would|could|should|is|was|are|were|has|have|had)n['’]?t\b/g, '$1 not'],
  [/\bair[\s-]?bags?\b/g, 'air bag'],
  [/\bseat[\s-]?belts?\b/g, 'seat belt'],
  [/\bsun[\s-]?roof|\bmoon[\s-]?roof|\bpano(?:ramic)?[\s-](?:sun)?roof/g, 'sunroof'],
  [/\bwind[\s-]?sh(?:ei|ie)ld|\bwindscreen/g, 'windshield'],
  [/\bhead[\s-]?(light|lamp)/g, 'headlight'],
  [/\btail[\s-]?(light|lamp)/g, 'taillight'],
  [/\bback[\s-]?up\b/g, 'backup'],
  [/\bkey[\s-]?less\b/g, 'keyless'],
  [/\banti[\s-]lock\b/g, 'antilock'],
  [/\blift[\s-]gate|\btail[\s-]?gate/g, 'liftgate'],
  [/\bcheck[\s-]engine\b|\bservice engine\b|\bc\.?e\.?l\.?\b/g, 'checkengine'],
  [/\bgear[\s-]?shift(?:er)?\b|\bshift[\s-]lever\b/g, 'shifter'],
  [/\bcrank[\s-]?shaft\b/g, 'crankshaft'],
  [/\bcam[\s-]?shaft\b/g, 'camshaft'],
  [/\bdrive[\s-]?shaft\b/g, 'driveshaft'],
  [/\bsub[\s-]?frame\b/g, 'subframe'],
  [/\bblue[\s-]?tooth\b/g, 'bluetooth'],
  [/\btouch[\s-]?screen\b/g, 'touchscreen'],
  [/\bre-?fuel/g, 'refuel'],
  [/\bpower[\s-]train\b/g, 'powertrain'],
  [/\bturbo[\s-]charger\b/g, 'turbo'],
  [/\b12[\s-]?v(?:olt)?s?\b/g, '12v'],
  [/\bclock[\s-]?spring/g, 'clockspring'],
  [/\bhi(?:gh)?[\s-]way/g, 'highway'],
  [/\bde-activ/g, 'deactiv'],
  [/\bdis-engag/g, 'disengag'],
  [/\bgas paddle/g, 'gas pedal'],
  // "Breaks" as a thing is the owner's spelling of brakes.
  [/\bbreak (pedal|pad|light|fluid|system|line|booster|rotor|caliper|switch|assist)/g, 'brake $1'],
  [/\b(emergency|parking|my|the|her|his|our|rear|front|your) breaks\b/g, '$1 brakes'],
  [
    /\b(emergency|parking|hit|press|pressed|pressing|apply|applied|slam on|slammed on|push|pushed) (the |my )?break\b/g,
    '$1 brake',
  ],
];

const SYNONYMS: Readonly<Record<string, string>> = {
  lost: 'lose',
  loss: 'lose',
  losing: 'lose',
  loosing: 'lose',
  loses: 'lose',
  went: 'go',
  gone: 'go',
  goes: 'go',
  going: 'go',
  died: 'die',
  dies: 'die',
  dying: 'die',
  broke: 'break',
  broken: 'break',
  caught: 'catch',
  burnt: 'burn',
  froze: 'freeze',
  frozen: 'freeze',
  blew: 'blow',
  blown: 'blow',
  tore: 'tear',
  torn: 'tear',
  wore: 'wear',
  worn: 'wear',
  stuck: 'stick',
  spun: 'spin',
  threw: 'throw',
  thrown: 'throw',
  fell: 'fall',
  fallen: 'fall',
  came: 'come',
  ran: 'run',
  kept: 'keep',
  gave: 'give',
  given: 'give',
  slid: 'slide',
  bent: 'bend',
  struck: 'strike',
  began: 'begin',
  begun: 'begin',
  swung: 'swing',
  shook: 'shake',
  shaken: 'shake',
  shot: 'shoot',
  sped: 'speed',
  took: 'take',
  taken: 'take',
  stole: 'steal',
  stolen: 'steal',
  sank: 'sink',
  sunk: 'sink',
  lit: 'light',
  lights: 'light',
  lighting: 'light',
  lamp: 'light',
  lamps: 'light',
  did: 'do',
  does: 'do',
  done: 'do',
  tranny: 'transmission',
  trans: 'transmission',
  transmision: 'transmission',
  transmisson: 'transmission',
  siezed: 'seize',
  seazed: 'seize',
  ceased: 'seize',
  gasoline: 'gas',
  petrol: 'gas',
  guage: 'gauge',
  gage: 'gauge',
  tyre: 'tire',
  tyres: 'tire',
  wheels: 'wheel',
  centre: 'center',
  indicator: 'light',
  indicators: 'light',
  peddle: 'pedal',
  peddal: 'pedal',
  pedel: 'pedal',
  peddles: 'pedal',
  alternater: 'alternator',
  axel: 'axle',
  axels: 'axle',
  calliper: 'caliper',
  calipers: 'caliper',
  rusted: 'rust',
  rusting: 'rust',
  rusty: 'rust',
  corrosion: 'rust',
  corroded: 'rust',
  corrode: 'rust',
  corroding: 'rust',
  rot: 'rust',
  rotted: 'rust',
  rotten: 'rust',
  rotting: 'rust',
  accel: 'accelerat',
  accelerates: 'accelerat',
  exploded: 'explode',
  explosion: 'explode',
  fumes: 'fume',
  odor: 'smell',
  odors: 'smell',
  odour: 'smell',
  stench: 'smell',
  smelled: 'smell',
  smelt: 'smell',
  noises: 'noise',
  sound: 'noise',
  sounds: 'noise',
  sounding: 'noise',
  sounded: 'noise',
  unintentional: 'unintended',
  uncommanded: 'unintended',
  inadvertent: 'unintended',
  inadvertently: 'unintended',
};

/** Words that stand between the telling ones: "needed to be replaced" reads like "need replace". */
const FILLERS = new Set(
  `the a an to be was were is are been being had has have having of my our his her their its this that these those very
   really also then just both`.split(/\s+/),
);

export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

const SYNONYMS_BY_WORD = new Map(Object.entries(SYNONYMS));
const stems = new Map<string, string>();

export function stem(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    known = strip(SYNONYMS_BY_WORD.get(word) ?? word);
    if (stems.size < 50_000) stems.set(word, known);
  }
  return known;
}

function strip(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  let base = word;
  if (base.endsWith('ies') && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (base.endsWith('sses')) base = base.slice(0, -2);
  else if (base.endsWith('s') && !/(ss|us|is)$/.test(base)) base = base.slice(0, -1);
  const suffixed = /^(.*[aeiouy].*?)(ing|ed|ion)$/.exec(base);
  if (suffixed?.[1] !== undefined && suffixed[1].length > 2) {
    base = suffixed[1];
    if (/([bdfgmnprt])\1$/.test(base)) base = base.slice(0, -1);
  }
  if (base.endsWith('e') && base.length > 3) base = base.slice(0, -1);
  return base;
}

/** One list of stems per sentence; long run-on text without full stops is cut into pieces of bounded length. */
export function sentencesOfStems(text: string, longestSentence = 45): string[][] {
  let plain = text.toLowerCase();
  for (const [pattern, replacement] of CONTRACTIONS) plain = plain.replace(pattern, replacement);
  const sentences: string[][] = [];
  for (const sentence of plain.split(/[.!?;\n]+(?:\s|$)|[\n;]/)) {
    const words = (sentence.match(/[a-z0-9]+/g) ?? []).filter((word) => !FILLERS.has(word));
    for (let from = 0; from < words.length; from += longestSentence) {
      sentences.push(words.slice(from, from + longestSentence).map(stem));
    }
  }
  return sentences;
}
