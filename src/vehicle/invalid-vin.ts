import { ServiceError } from '../errors/service-error.ts';

const ECHO_LIMIT = 32;

/** What is sent back of a wrong VIN is cut: it may be anything. */
export function invalidVin(input: string, reason: 'length' | 'characters'): ServiceError<'invalid_vin'> {
  return new ServiceError('invalid_vin', { vin: input.slice(0, ECHO_LIMIT), reason });
}
