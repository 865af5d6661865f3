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

/** Text made at once: as short-lived as its lines, where a whole chunk would grow old while they are worked on. */
const PIECE_BYTES = 4096;

/** The lines of a stream, one run for each chunk, made one at a time. Blank lines are skipped. */
export async function* lineRuns(input: Readable): AsyncGenerator<Iterable<string>> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const chunk of input) yield linesOf(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  const last = begun + decoder.decode();
  yield filledLines(last, last.length);

  function* linesOf(chunk: Uint8Array): Generator<string> {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const text = begun + decoder.decode(chunk.subarray(at, at + PIECE_BYTES), { stream: true });
      const end = text.lastIndexOf('\n') + 1;
      begun = text.slice(end);
      yield* filledLines(text, end);
    }
  }
}

function* filledLines(text: string, end: number): Generator<string> {
  for (let at = 0; at < end; ) {
    const found = text.indexOf('\n', at);
    const lineEnd = found < 0 ? end : found;
    const line = text.slice(at, text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd);
    if (line.trim() !== '') yield line;
    at = lineEnd + 1;
  }
}

/** Gathers text and writes it in large pieces out of one buffer, waiting where the reader is slower. */
export interface TextWriter {
  /** Takes the text, or says that the buffer must be emptied first. */
  take(text: string): boolean;
  /** Writes what was gathered; false when the reader has gone. */
  empty(): Promise<boolean>;
}

/** Written at once: large enough to be quick, small enough to keep memory low. */
const WRITE_BYTES = 64 * 1024;
const MOST_BYTES_A_CHARACTER = 3;

export function createTextWriter(output: Writable): TextWriter {
  const buffer = Buffer.allocUnsafe(WRITE_BYTES);
  let length = 0;
  return {
    take(text) {
      if (length + text.length * MOST_BYTES_A_CHARACTER > WRITE_BYTES) return false;
      length += buffer.write(text, length);
      return true;
    },
    async empty() {
      const written = length === 0 || (await writeAll(output, buffer.subarray(0, length)));
      length = 0;
      return written;
    },
  };
}

/** Writes and waits until it is written. False when the reader has gone. */
export async function writeAll(output: Writable, bytes: Uint8Array | string): Promise<boolean> {
  if (output.destroyed || output.writableEnded) return false;
  return new Promise((resolve) => {
    const onClose = (): void => resolve(false);
    output.once('close', onClose);
    output.write(bytes, (error) => {
      output.off('close', onClose);
      resolve(error === null || error === undefined);
    });
  });
}
