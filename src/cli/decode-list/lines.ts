import type { Readable, Writable } from 'node:stream';

interface VinLine {
  vin: string;
  modelYear: number | undefined;
}

/** "VIN" or "VIN,2013". What follows the last comma counts as a year only if it looks like one. */
export function parseVinLine(line: string): VinLine {
  const match = /^(.*),\s*(\d{4})?\s*$/s.exec(line);
  if (match === null) return { vin: line, modelYear: undefined };
  return { vin: match[1] ?? '', modelYear: match[2] === undefined ? undefined : Number(match[2]) };
}

/** Read at once: as short-lived as its lines, where a whole chunk would grow old while they are worked on. */
const PIECE_BYTES = 4096;

/** Reads the text of a stream in pieces that end where a line ends. */
export async function* linePieces(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const chunk of input) {
    const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const text = begun + decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
      const end = text.lastIndexOf('\n') + 1;
      begun = text.slice(end);
      if (end > 0) yield text.slice(0, end);
    }
  }
  yield begun + decoder.decode();
}

/** Splits a piece into its lines, without the blank ones. */
export function* linesOf(piece: string): Generator<string> {
  for (let at = 0; at < piece.length; ) {
    const found = piece.indexOf('\n', at);
    const end = found < 0 ? piece.length : found;
    const line = piece.slice(at, piece[end - 1] === '\r' ? end - 1 : end);
    if (line.trim() !== '') yield line;
    at = end + 1;
  }
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
