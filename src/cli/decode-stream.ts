import type { Readable, Writable } from 'node:stream';

/** One line of input: a VIN, optionally with the model year that the caller knows. */
export interface VinLine {
  vin: string;
  modelYear: number | undefined;
}

/** "VIN" or "VIN,2013". What follows the last comma counts as a year only if it looks like one. */
export function parseVinLine(line: string): VinLine {
  const match = /^(.*),\s*(\d{4})?\s*$/s.exec(line);
  if (match === null) return { vin: line, modelYear: undefined };
  return { vin: match[1] ?? '', modelYear: match[2] === undefined ? undefined : Number(match[2]) };
}

/** The lines of a stream, in batches, holding no more than one chunk and the begun line. Blank lines are skipped. */
export async function* lineBatches(input: Readable): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const chunk of input) {
    const text = begun + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    const lines = text.split('\n');
    begun = lines.pop() ?? '';
    yield lines.map(withoutReturn).filter(isFilled);
  }
  yield [withoutReturn(begun + decoder.decode())].filter(isFilled);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function isFilled(line: string): boolean {
  return line.trim() !== '';
}

/** Writes, and waits where the reader is slower. False when the reader has gone. */
export async function writeAll(output: Writable, text: string): Promise<boolean> {
  if (output.destroyed || output.writableEnded) return false;
  if (output.write(text)) return true;
  return new Promise((resolve) => {
    const finish = (isOpen: boolean) => () => {
      output.off('drain', onDrain);
      output.off('close', onClose);
      resolve(isOpen);
    };
    const onDrain = finish(true);
    const onClose = finish(false);
    output.once('drain', onDrain);
    output.once('close', onClose);
  });
}
