import { createDescriber } from '../../src/issues/group/describe.ts';
import type { LikenessModel } from '../../src/issues/group/likeness-model.ts';
import { lexicon } from '../../src/issues/lexicon/lexicon.ts';
import { createRecogniser } from '../../src/issues/lexicon/recognise.ts';
import { prepareComplaints } from '../../src/issues/read/prepare.ts';
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
