import type { MeantVin } from '@forecourt/vin';
import { checkDigitOf } from '@forecourt/vin/check-digit';
import { type MeantVins, meantSentence } from '../errors/product-errors.ts';
import { isServiceError, ServiceError } from '../errors/service-error.ts';
import type { EmbeddedDecoder, RawFields } from '../sources/vpic/embedded-decoder.ts';
import { factsOfMaker, isFilledUp, mayBeEuropean } from './built-for-europe.ts';
import { identifiedVehicle, normaliseVehicle, spellMake, verdictOf } from './normalise.ts';
import { supplemented } from './supplement.ts';
import { type DecodedVehicle, nameOfCar } from './vehicle.ts';

type Decoder = Pick<EmbeddedDecoder, 'decode' | 'didYouMean'>;

/** Lists the VINs that a text may stand for, with the cars that they name. */
export function meantBy(
  text: string,
  decoder: Pick<Decoder, 'didYouMean'>,
  nowMs: number,
  isWanted: (meant: MeantVin) => boolean = () => true,
): MeantVins {
  const wanted = decoder.didYouMean(text, nowMs).filter(isWanted);
  return wanted.map(({ vin, marked, year, make, model }) => ({
    vin,
    marked,
    car: nameOfCar({ year, make: spellMake(make), model }),
  }));
}

/** Says what speaks against a VIN, before anybody pays. Cheap where its check digit is right: then nothing does. */
export function doubtAbout(vin: string, decoder: Decoder, nowMs: number): string | undefined {
  if (vin.length !== 17) return undefined;
  if (vin[8] === checkDigitOf(vin, false) && !isFilledUp(vin)) return undefined;
  try {
    const fields = decoder.decode(vin, nowMs);
    const known = supplemented(vin, fields)?.fields ?? fields;
    return resolveVehicle(vin, known, decoder, nowMs).vinWarning;
  } catch (error) {
    if (isServiceError(error, 'vehicle_not_resolved')) return error.message;
    throw error;
  }
}

/** The vehicle of a decode, and what speaks against its VIN. Throws vehicle_not_resolved where it is none that is known. */
export function resolveVehicle(
  vin: string,
  fields: RawFields,
  decoder: Decoder,
  nowMs: number,
): Pick<DecodedVehicle, 'vehicle' | 'decode' | 'vinWarning'> {
  const partial = normaliseVehicle(fields);
  const decode = verdictOf(fields);
  const vehicle = identifiedVehicle(partial);
  const europe = mayBeEuropean(vin, decode.errorCodes, vehicle !== undefined);
  if (vehicle !== undefined && !europe) {
    if (decode.checkDigitValid) return { vehicle, decode };
    const ask = meantSentence(meantBy(vin, decoder, nowMs)) || ' Compare it with the car.';
    return { vinWarning: `${DIGIT_WRONG}${ask}`, vehicle, decode };
  }
  const didYouMean = isFilledUp(vin)
    ? []
    : meantBy(vin, decoder, nowMs, (meant) => !europe || isAmerican(meant, vin));
  const builtForEurope = isFilledUp(vin) ? 'surely' : europe && didYouMean.length === 0 ? 'probably' : 'no';
  const { suggestedVin } = decode;
  throw new ServiceError('vehicle_not_resolved', {
    vpicErrorText: decode.errorText ?? 'The decoder gave no reason.',
    vpicErrorCodes: decode.errorCodes,
    ...(suggestedVin === null || europe ? {} : { suggestedVin }),
    didYouMean,
    builtForEurope,
    vehicle: europe ? normaliseVehicle(factsOfMaker(fields)) : partial,
  });
}

const DIGIT_WRONG =
  'The check digit of this VIN is wrong: a character is probably misread, and this may be another car.';
/** No VIN of a European car looks like one of these by chance: the model years of 1980 to 1995 do. */
const FIRST_YEAR = 1996;
const CLEAN = '0';

/** Tells a car of the same maker that was built for North America, so that the VIN is rather misread. */
function isAmerican({ vin, year, errorCodes }: MeantVin, given: string): boolean {
  return vin.startsWith(given.slice(0, 3)) && Number(year) >= FIRST_YEAR && errorCodes.join() === CLEAN;
}
