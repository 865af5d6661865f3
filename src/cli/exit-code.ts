import { isServiceError } from '../errors/service-error.ts';

export const USAGE_ERROR = 2;

/** A call that cannot succeed is a mistake of whoever made it, wherever it is found: here, or by the service. */
export function exitCodeOf(error: unknown): number {
  const isMistake =
    isServiceError(error, 'invalid_vin') || (error instanceof Error && error.name === 'InvalidRequest');
  return isMistake ? USAGE_ERROR : 1;
}
