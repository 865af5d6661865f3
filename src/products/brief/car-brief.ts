import { z } from 'zod';
import { firstSentence } from '../../lib/wording.ts';
import { driveWords, powerWords, transmissionWords } from '../../vehicle/buyer-words.ts';
import { nameOfCar, type PartialVehicle, type Vehicle } from '../../vehicle/vehicle.ts';
import { commaJoined, litresOf } from '../../view/car.ts';
import { sentencesLeft } from '../../view/warranty.ts';
import type { WarrantyAnswer } from '../../warranty/warranty-service.ts';

const text = z.string().nullable();

export const carBriefSchema = z
  .object({
    name: z.string(),
    year: z.int(),
    make: z.string(),
    model: z.string(),
    trim: text,
    series: text,
    bodyClass: text,
    engine: text,
    drive: text,
    transmission: text,
    madeIn: text,
  })
  .meta({ id: 'BriefCar', description: 'The names of a car; null where the data do not say' });

/** The names of a car and what moves it; null where the data do not say. */
export function briefCar(vehicle: Vehicle): z.infer<typeof carBriefSchema> {
  const { year, make, model, trim, series, bodyClass, plant } = vehicle;
  return {
    name: nameOfCar(vehicle),
    year,
    make,
    model,
    trim,
    series,
    bodyClass,
    engine: engineWords(vehicle),
    drive: driveWords(vehicle),
    transmission: transmissionWords(vehicle),
    madeIn: commaJoined([plant.city, plant.state, plant.country]),
  };
}

function engineWords(vehicle: Omit<PartialVehicle, 'year' | 'make' | 'model'>): string | null {
  const { engine, electrification } = vehicle;
  return commaJoined([
    litresOf(engine),
    engine.cylinders === null ? null : `${engine.cylinders} cylinders`,
    engine.fuelType,
    electrification?.level,
    powerWords(vehicle),
  ]);
}

export const warrantyBriefSchema = z
  .object({
    market: z.string(),
    sentence: z.string(),
    left: z.array(z.string()).describe('What has or may have something left, each with its limit'),
    confidence: z.string(),
    source: z.object({ url: z.url() }),
  })
  .meta({ id: 'BriefWarranty', description: 'What this owner still has of the warranty' })
  .nullable();

/** The warranty that this owner still has, for a purchase in a place. */
export function briefWarranty(
  { warranty }: Pick<WarrantyAnswer, 'warranty'>,
  { place, most }: { place?: string | undefined; most?: number } = {},
): z.infer<typeof warrantyBriefSchema> {
  if (warranty === null) return null;
  const { market, remaining, confidence, source } = warranty;
  const ofCalifornia = remaining.coverages.emissionsCalifornia?.sentence;
  // It names the states that have these terms: elsewhere hardly a car does.
  const isElsewhere = place !== undefined && ofCalifornia?.includes(place) === false;
  const left = sentencesLeft(remaining).filter((sentence) => !isElsewhere || sentence !== ofCalifornia);
  return {
    market,
    sentence: remaining.sentence,
    left: left.slice(0, most).map((one) => `${firstSentence(one)}${/ Low confidence\.$/.exec(one) ?? ''}`),
    confidence,
    source: { url: source.url },
  };
}
