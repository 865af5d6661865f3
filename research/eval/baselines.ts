import type { PreparedComplaint } from '../../src/issues/read/prepare.ts';
import { randomFrom } from '../likeness/random.ts';
import type { Grouping } from './bcubed.ts';
import { centroid, cosine, weighWords } from './tf-idf.ts';

/** Groups without reading: by the component under which the complaint was filed. */
export function byComponent(complaints: readonly PreparedComplaint[]): Grouping {
  return new Map(complaints.map((one) => [one.complaint.odiNumber, new Set(one.complaint.components)]));
}

/** TF-IDF k-means with k-means++ seeding from a fixed seed. */
export function byKMeans(complaints: readonly PreparedComplaint[], k: number, seed: number): Grouping {
  const vectors = weighWords(complaints.map((one) => one.compared.flat()));
  const random = randomFrom(seed);
  const centres = [vectors[Math.floor(random() * vectors.length)] ?? new Map()];
  while (centres.length < k) {
    const distances = vectors.map(
      (vector) => 1 - Math.max(...centres.map((centre) => cosine(vector, centre))),
    );
    centres.push(vectors[drawn(distances, random())] ?? new Map());
  }
  let assigned = vectors.map(() => 0);
  for (let round = 0; round < 30; round += 1) {
    const next = vectors.map((vector) => {
      const likeness = centres.map((centre) => cosine(vector, centre));
      return likeness.indexOf(Math.max(...likeness));
    });
    if (next.every((cluster, index) => cluster === assigned[index])) break;
    assigned = next;
    for (let cluster = 0; cluster < k; cluster += 1) {
      const members = vectors.filter((_, index) => assigned[index] === cluster);
      if (members.length > 0) centres[cluster] = centroid(members);
    }
  }
  return new Map(complaints.map((one, index) => [one.complaint.odiNumber, new Set([`${assigned[index]}`])]));
}

/** The index at which the running sum passes the share of the total. */
function drawn(weights: readonly number[], share: number): number {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left <= 0) return index;
  }
  return weights.length - 1;
}
