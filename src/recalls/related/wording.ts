import { rememberShort } from '../../lib/on-demand.ts';

/** Words of every recall notice, which say nothing about the defect. */
const COMMON = new Set(
  `a about above action address advise affect after again against all also an and another any application apply are as
  at available be because been before being below between both but by call can cause certain charge company compliance
  comply condition contact corporation corrective could crash customer damage date day dealer dealership defect do does
  driver due during each equip equipped etc experience fail failure federal first follow for free from further had has
  have however if improper improperly in include increase increased injury inspect install into involve is issue it item
  its large letter likely line list lead mail manufacture manufactured manufacturer may model month more motor motor
  necessary need new no not note notice notification notify number of off on once one only operation or other out over
  owner part particular perform phase please population possible possibly potential potentially prior problem produce
  produced purchase range recall receive reduce reduced remedy repair replace report require required result risk safety
  schedule should some specification standard start such take than that the their them then there these they this those
  through to transport under unit up update use vehicle was were when which while will with within without year you your
  canada canadian north america american correct correction properly prematurely early`
    .split(/\s+/)
    .filter(Boolean),
);

/** Enough of a stem that "leaks", "leaking" and "leakage" meet. */
function stem(word: string): string {
  const cut = word.replace(/(?:ages?|ings?|ed|es|s|e)$/, '').replace(/e$/, '');
  return cut.length >= 3 ? cut : word;
}

const commonStems = new Set([...COMMON].map(stem));

const meanings: Readonly<Record<string, string>> = {
  hecu: 'antilock',
  hydraulic: 'hydraul',
  electronic: 'electr',
  electrical: 'electr',
  tyre: 'tire',
  backup: 'rearview',
  overheat: 'heat',
};

/** Gives the meaning of a word for a comparison; a common one has none. */
const meaningOf = rememberShort((word) => {
  const meaning = meanings[word] ?? stem(word);
  return commonStems.has(meaning) ? '' : (meanings[meaning] ?? meaning);
});

export function defectWords(text: string): Set<string> {
  const plain = text
    .toLowerCase()
    .replace(/air[ -]bag/g, 'airbag')
    .replace(/\babs\b|anti[ -]?lock(?: braking| brakes?)?(?: system)?/g, 'antilock')
    .replace(/rear[ -]?view|back[ -]?up/g, 'rearview')
    .replace(/short[ -]circuit/g, 'short circuit');
  const words = new Set((plain.match(/[a-z]{3,}/g) ?? []).map(meaningOf));
  words.delete('');
  return words;
}

/** Weighs each word of some texts: the more, the fewer of them have it. All comparisons of one car share it. */
export function weigh(texts: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) counts.set(word, Math.log(1 + (texts.length + 1) / count) ** 2);
  return counts;
}

const weightOf = (words: ReadonlySet<string>, weights: ReadonlyMap<string, number>) => {
  let weight = 0;
  for (const word of words) weight += weights.get(word) ?? 0;
  return weight;
};

/** Cosine of the two sets, each word with its weight: 0 nothing in common, 1 the same words. */
export function likeness(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  const shared = weightOf(a.intersection(b), weights);
  return shared === 0 ? 0 : shared / Math.sqrt(weightOf(a, weights) * weightOf(b, weights));
}
