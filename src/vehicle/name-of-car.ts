import type { Vehicle } from './vehicle.ts';

/** The name by which people call the car, such as "2013 Hyundai Elantra". */
export function nameOfCar({ year, make, model }: Pick<Vehicle, 'year' | 'make' | 'model'>): string {
  return `${year} ${make} ${model}`;
}
