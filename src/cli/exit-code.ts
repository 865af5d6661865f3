import { isServiceError } from '../errors/service-error.ts';

export const USAGE_ERROR = 2;

/** What was given cannot be meant. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const MISTAKES = ['UsageError', 'InvalidRequest', 'ConfigError'];

/** A call that cannot succeed is a mistake of whoever made it, wherever it is found: here, in the settings, or by the service. */
export function exitCodeOf(error: unknown): number {
  const isMistake =
    isServiceError(error, 'invalid_vin') || (error instanceof Error && MISTAKES.includes(error.name));
  return isMistake ? USAGE_ERROR : 1;
}
