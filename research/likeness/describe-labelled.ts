import { lexicon } from '../../src/issues/embedded/lexicon.ts';
import { createDescriber } from '../../src/issues/embedded/likeness/describe.ts';
import type { LikenessModel } from '../../src/issues/embedded/likeness/model.ts';
import { createRecogniser } from '../../src/issues/embedded/recognise.ts';
import { prepareComplaints } from '../../src/issues/prepare.ts';
import type { LabelledVehicle } from '../eval/labels.ts';
import type { LabelledDescriptions } from './pair-weights.ts';

export function describeLabelled(
  cars: readonly LabelledVehicle[],
  model: LikenessModel,
): LabelledDescriptions[] {
  const recognise = createRecogniser(lexicon().modes);
  const describe = createDescriber(model);
  return cars.map(({ name, complaints, truth }) => ({
    name,
    items: prepareComplaints(complaints.filter(({ odiNumber }) => truth.has(odiNumber))).map((one) => ({
      described: describe(one, recognise(one.sentences, one.tags)),
      modes: truth.get(one.complaint.odiNumber) ?? new Set<string>(),
    })),
  }));
}
