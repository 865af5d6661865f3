import { createInterface } from 'node:readline';
import { findVins } from '@forecourt/vin/find-vins';
import { wrapped } from '../view/text.ts';
import { complain, exitCodeOf, UsageError } from './tell.ts';

const STANDARD_INPUT = '-';

export const emptyList = () => new UsageError('There is no VIN on standard input: write one a line.');

/** Finds the VIN in a pasted text; a text with none or several stays as it is, so that it is said what is wrong. */
export function pastedVin(text: string): string {
  const [only, ...others] = findVins(text).fitting;
  return only !== undefined && others.length === 0 ? only : text;
}

/** True where VINs are read from standard input: then each answer is one line of JSON. */
export function isList(vin: string): boolean {
  return vin === STANDARD_INPUT;
}

/**
 * Answers for one VIN, or for each line of standard input one after the other: sources are not crowded. What fails is
 * said with its VIN, and the others go on.
 */
export async function eachVin<Answer extends object>(
  vin: string,
  answer: (vin: string) => Promise<Answer>,
  print: (answer: Answer) => Promise<string> | string,
): Promise<void> {
  if (!isList(vin)) {
    const found = await answer(pastedVin(vin));
    const text = await print(found);
    // JSON has it as its first member.
    const doubt = text.startsWith('{') ? '' : doubtOf(found);
    process.stdout.write(`${doubt}${text}\n`);
    return;
  }
  for await (const one of readList()) {
    try {
      process.stdout.write(`${JSON.stringify(await answer(pastedVin(one)))}\n`);
    } catch (error) {
      complain(`${one}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodeOf(error));
    }
  }
}

function doubtOf(answer: { vinWarning?: string }): string {
  return answer.vinWarning === undefined ? '' : `${wrapped(answer.vinWarning, '').join('\n')}\n\n`;
}

async function* readList(): AsyncGenerator<string> {
  let count = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const vin = line.trim();
    if (vin === '') continue;
    count += 1;
    yield vin;
  }
  if (count === 0) throw emptyList();
}

/** Reads the VINs of a command that takes several: those of the command line, with those of standard input in the place of a `-`. */
export async function* readVins(vins: readonly string[]): AsyncGenerator<string> {
  for (const vin of vins) {
    if (isList(vin)) yield* readList();
    else yield vin;
  }
}

export const VIN_OR_LIST =
  'vehicle identification number; - reads them from standard input, one a line, and writes one JSON object a line';
