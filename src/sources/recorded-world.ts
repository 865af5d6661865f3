import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** One part of what a source says about a car, as it was on a day. */
export interface RecordedPart<T> {
  value: T;
  /** An ISO date. */
  readOn: string;
}

interface Named {
  year: number;
  make: string;
  model: string;
}

/** A few cars that ship with the service: what stands in, in dev mode alone, for sources that cannot be reached. */
export interface RecordedWorld {
  cars: readonly { name: string; vin: string }[];
  /** The part of a car, if it is recorded and has the shape that is expected. */
  find<T>(vehicle: Named, part: PartName, schema: z.ZodType<T>): RecordedPart<T> | undefined;
}

const partNames = ['us', 'canada', 'complaints'] as const;
type PartName = (typeof partNames)[number];

const part = z.looseObject({ readOn: z.iso.date() });

/** One file of data/recorded. */
const carSchema = z.strictObject({
  name: z.string(),
  vin: z.string().length(17),
  vehicle: z.strictObject({ year: z.int(), make: z.string(), model: z.string() }),
  us: part.exactOptional(),
  canada: part.exactOptional(),
  complaints: part.exactOptional(),
});

const FOLDER = new URL('../../data/recorded/', import.meta.url);

const keyOf = ({ year, make, model }: Named) => `${year} ${make} ${model}`.toLowerCase();

export function loadRecordedWorld(): RecordedWorld {
  const cars = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => carSchema.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))));
  const byVehicle = new Map(cars.map((car) => [keyOf(car.vehicle), car]));
  return {
    cars: cars.map(({ name, vin }) => ({ name, vin })),
    find(vehicle, name, schema) {
      const found = byVehicle.get(keyOf(vehicle))?.[name];
      return found && { value: schema.parse(found), readOn: found.readOn };
    },
  };
}
