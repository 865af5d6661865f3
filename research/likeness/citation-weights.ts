import type { LikenessModel } from '../../src/issues/group/likeness-model.ts';
import { UNKNOWN_TRAITS } from '../../src/issues/lexicon/traits.ts';
import { createEvidence } from '../../src/issues/name/cite.ts';
import { createEngine, titleGroups } from '../../src/issues/name/title-groups.ts';
import { prepareComplaints, representatives } from '../../src/issues/read/prepare.ts';
import type { LabelledVehicle } from '../eval/labels.ts';
import { type Example, fitLogistic } from './logistic.ts';

/** The labelled complaints of one car beside each title that the engine found for it. */
export interface LabelledCitations {
  name: string;
  examples: Omit<Example, 'weight'>[];
}

/** A title stands for the failure that most of the other labelled complaints of its groups report. */
export function weighLabelled(cars: readonly LabelledVehicle[], model: LikenessModel): LabelledCitations[] {
  const engine = createEngine(model);
  return cars.map(({ name, complaints, truth }) => {
    const voices = representatives(prepareComplaints(complaints));
    const { titles, witnesses } = titleGroups(voices, engine, UNKNOWN_TRAITS);
    const weigh = createEvidence(titles);
    const labelled = witnesses.flatMap((witness) => {
      const modes = truth.get(witness.one.complaint.odiNumber);
      return modes === undefined ? [] : [{ witness, modes }];
    });
    const examples = labelled.flatMap(({ witness, modes }) => {
      const weighed = weigh(witness);
      return titles.flatMap(({ groups }, at) => {
        const signs = weighed[at];
        if (signs === undefined) return [];
        const others = labelled.filter(
          ({ witness: { group, one } }) =>
            one !== witness.one && group !== undefined && groups.includes(group),
        );
        const meant = mostFrequent(others.map((other) => other.modes));
        if (meant.size === 0) return [];
        return { signs, holds: [...modes].some((mode) => meant.has(mode)) };
      });
    });
    return { name, examples };
  });
}

function mostFrequent(sets: readonly ReadonlySet<string>[]): Set<string> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const mode of set) counts.set(mode, (counts.get(mode) ?? 0) + 1 / set.size);
  const most = Math.max(0, ...counts.values());
  return new Set([...counts].filter(([, count]) => count > most - 1e-9).map(([mode]) => mode));
}

/** Every car weighs the same. */
export function fitCitationWeights(cars: readonly LabelledCitations[]): number[] {
  return fitLogistic(
    cars.flatMap(({ examples }) =>
      examples.map((example) => ({ ...example, weight: 1 / examples.length / cars.length })),
    ),
  );
}
