/** Word statistics over one vehicle's complaints: which words set a complaint apart from the others. */
export type Vector = ReadonlyMap<string, number>;

const COMMON = new Set(
  `a about after again all also am an and any are as at be because been before being both but by can car come could
   dealer dealership do driv each even ever every few for from get give go had has hav he her here him his hyundai kia
   ford toyota honda i if in into is issu it its just know lik mak me mil mor most my need never new no not now of off on
   onc one only or other our out over own own owner part plac problem recall replac repair sai said same say see she should
   sinc so some still such take tak tell than that the their them then ther thes they thing this thos through tim to told
   too took towar two up us use veh vehicl very wa want was wast we wer what when wher which whil who why will with would
   year you your fix safe safety contact stat month day week call compani manufactur custom servic warranti cost pay paid
   ther bought purchas happen occur hav complaint nhtsa`.split(/\s+/),
);

/** Unit vectors of TF-IDF weights, one per text. */
export function weighWords(texts: readonly (readonly string[])[]): Vector[] {
  const holders = new Map<string, number>();
  for (const words of texts)
    for (const word of new Set(words)) holders.set(word, (holders.get(word) ?? 0) + 1);
  return texts.map((words) => {
    const counts = new Map<string, number>();
    for (const word of words) {
      if (word.length > 2 && !COMMON.has(word) && !/^\d/.test(word))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const weights = new Map<string, number>();
    for (const [word, count] of counts) {
      const rarity = Math.log((1 + texts.length) / (1 + (holders.get(word) ?? 0))) + 0.2;
      if (rarity > 0.2) weights.set(word, (1 + Math.log(count)) * rarity);
    }
    return unit(weights);
  });
}

function unit(weights: ReadonlyMap<string, number>): Vector {
  let squares = 0;
  for (const weight of weights.values()) squares += weight * weight;
  const length = Math.sqrt(squares) || 1;
  return new Map([...weights].map(([word, weight]) => [word, weight / length]));
}

export function centroid(vectors: readonly Vector[]): Vector {
  const sums = new Map<string, number>();
  for (const vector of vectors)
    for (const [word, weight] of vector) sums.set(word, (sums.get(word) ?? 0) + weight);
  return unit(sums);
}

export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let product = 0;
  for (const [word, weight] of small) product += weight * (large.get(word) ?? 0);
  return product;
}
