import { z } from 'zod';
import { usualLimits, usualPrices } from '../lib/terms.ts';
import {
  type RecallBody,
  recallBodySchema,
  recallNote,
  recallSampleSchema,
} from '../recalls/recall-sample.ts';
import { recallsSection } from '../report/recalls-section.ts';
import { supplementNote } from '../vehicle/supplement.ts';
import { nameOfCar } from '../vehicle/vehicle.ts';
import { recallsInWords } from '../view/recalls.ts';
import { briefRecalls, recallsBriefSchema } from './brief/recalls-brief.ts';
import { SAMPLE_VIN, vinQuery } from './parameters.ts';
import type { Knowledge, Product } from './product.ts';

type Known = Pick<Knowledge, 'vehicles' | 'recalls'>;

export const recalls = {
  slug: 'recalls',
  name: 'Recalls',
  question: `Are there recalls on ${SAMPLE_VIN}?`,
  askedFor: ['recall', 'recalled'],
  path: '/v1/recalls',
  priceUsd: usualPrices.recalls,
  summary: 'Safety recalls of this make, model and year in the United States and Canada, merged and linked.',
  description:
    'Reads the recalls filed with NHTSA and with Transport Canada for the decoded make, model and year, under every ' +
    'name by which each of them files the model. Do-not-drive and park-outside notices come first, one campaign is ' +
    'listed once, and notices of the same defect in both countries are linked with evidence and confidence. Whether ' +
    'this very car was repaired only its maker knows. A model that neither source knows costs nothing.',
  query: vinQuery,
  response: recallBodySchema,
  brief: {
    response: z.object({ vin: z.string(), car: z.string(), ...recallsBriefSchema.shape }),
    of: (body) => ({ vin: body.vin, car: nameOfCar(body.vehicle), ...briefRecalls(recallsSection(body)) }),
  },
  failures: ['vehicle_not_resolved', 'upstream_unavailable'],
  sample: {
    path: '/v1/sample/recalls',
    limitPerMinute: usualLimits['/v1/sample/recalls'],
    response: recallSampleSchema,
    async read({ recallSamples }: Pick<Knowledge, 'recallSamples'>) {
      return recallSamples.current();
    },
  },
  async compute(knowledge: Known, { vin }, { signal }) {
    const { vinWarning, vehicle, provenance, elapsedMs } = await knowledge.vehicles.decode(vin, { signal });
    const report = await knowledge.recalls.forVehicle(vehicle, { signal, elapsedMs });
    // Names that are not NHTSA's own are a doubt about what was asked.
    const namesNote = [supplementNote(provenance), report.namesNote].filter(Boolean).join(' ') || null;
    const { us, canada } = report.provenance;
    const isUnread = report.us.length === 0 && us.notRead.length > 0;
    return {
      body: {
        ...(vinWarning !== undefined && { vinWarning }),
        ...recallNote(report),
        vin,
        vehicle,
        ...report,
        namesNote,
      },
      charge: !isUnread && (us.modelListed || canada.modelListed),
    };
  },
  inWords: recallsInWords,
} satisfies Product<{ vin: string }, RecallBody>;
