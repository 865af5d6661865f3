import { checkDigitOf } from '@forecourt/vin/check-digit';
import type { RawFields } from '../sources/vpic/embedded-decoder.ts';

/** The last four characters of a VIN are digits everywhere. */
const EUROPEAN = /^[S-Z].*[0-9]{4}$/;
/** Characters that the maker never filed with NHTSA where they stand, one or several. */
const NEVER_FILED = [2, 3, 4, 5];

/** Tells cars of European makers that were built for no market that asks for more: positions 4 to 6 are only filled up. */
export const isFilledUp = (vin: string) => /^...ZZZ.*[0-9]{4}$/.test(vin);

/** Tells whether a VIN may be of a car that was built for Europe, where there is no check digit. */
export function mayBeEuropean(vin: string, codes: readonly number[], isResolved: boolean): boolean {
  if (isFilledUp(vin)) return true;
  const isRight = vin[8] === checkDigitOf(vin, false);
  const isUnknown = !isResolved || NEVER_FILED.some((code) => codes.includes(code));
  return EUROPEAN.test(vin) && !isRight && isUnknown;
}

/** Picks what holds of any VIN of the maker: NHTSA reads another car out of the rest, and a model year that is none. */
export function factsOfMaker({ Make, Manufacturer, VehicleType }: RawFields): RawFields {
  return {
    ...(Make && { Make }),
    ...(Manufacturer && { Manufacturer }),
    ...(VehicleType && { VehicleType }),
  };
}
