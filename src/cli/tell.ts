import { isServiceError } from '../errors/service-error.ts';
import { textWidth, wrapped } from '../view/text.ts';

/** Says beside the output what a person should know: on a terminal in lines that fit, elsewhere in lines as they are. */
export function tell(text: string): void {
  const { stderr } = process;
  const width = stderr.isTTY ? textWidth(stderr) : Number.POSITIVE_INFINITY;
  const lines = text.split('\n').flatMap((line) => (line.length > width ? wrapped(line, '', width) : [line]));
  stderr.write(`${lines.join('\n')}\n`);
}

/** Says what went wrong. */
export function complain(error: unknown): void {
  tell(`forecourt: ${error instanceof Error ? error.message : error}`);
}

export const USAGE_ERROR = 2;

/** Arguments that cannot be meant. */
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
