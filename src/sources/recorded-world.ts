import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { VehicleName } from './nhtsa/nhtsa.ts';

/** One part of a source's answer about a car, as it was on a day. */
export interface RecordedPart<T> {
  value: T;
  /** An ISO date. */
  readOn: string;
}

/** A few cars that ship with the service and, in dev mode alone, stand in for sources that cannot be reached. */
export type RecordedWorld = ReturnType<typeof loadRecordedWorld>;

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

const keyOf = ({ year, make, model }: VehicleName) => `${year} ${make} ${model}`.toLowerCase();

export function loadRecordedWorld() {
  const cars = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => carSchema.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))));
  const byVehicle = new Map(cars.map((car) => [keyOf(car.vehicle), car]));
  return {
    cars: cars.map(({ name, vin }) => ({ name, vin })),
    /** Finds a part of a car, if it is recorded and has the shape that is expected. */
    find<T>(
      vehicle: VehicleName,
      name: 'us' | 'canada' | 'complaints',
      schema: z.ZodType<T>,
    ): RecordedPart<T> | undefined {
      const found = byVehicle.get(keyOf(vehicle))?.[name];
      return found && { value: schema.parse(found), readOn: found.readOn };
    },
  };
}
