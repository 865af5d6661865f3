import { createVinEngine, openDataset } from '@forecourt/vin';
import { linesOf } from './lines.ts';
import { createLinePrinter, type PrintSettings } from './print-line.ts';

/** What one piece of a list came to. */
export interface PrintedPiece {
  /** The room that was given, or a larger one, filled up to `length`. */
  room: Uint8Array<ArrayBuffer>;
  length: number;
  lines: number;
  /** The gravest of its lines. */
  exitCode: number;
}

export type PrintPiece = (piece: string, room: Uint8Array<ArrayBuffer>) => PrintedPiece;

const MOST_BYTES_A_CHARACTER = 3;

/** Prints pieces of a list into memory that is used again and again: fresh memory would cost more than the decodes. */
export function createPiecePrinter(datasetFile: Uint8Array, settings: PrintSettings): PrintPiece {
  let gravest = 0;
  const printLine = createLinePrinter(createVinEngine(openDataset(datasetFile)), settings, (exitCode) => {
    // The line itself says what is wrong; a million messages would bury everything else.
    gravest = Math.max(gravest, exitCode);
  });
  return (piece, given) => {
    let room = Buffer.from(given.buffer);
    let [length, lines] = [0, 0];
    gravest = 0;
    for (const line of linesOf(piece)) {
      const text = printLine(line);
      const needed = length + text.length * MOST_BYTES_A_CHARACTER;
      if (needed > room.length) room = enlarged(room, needed);
      length += room.write(text, length);
      lines++;
    }
    return { room, length, lines, exitCode: gravest };
  };
}

function enlarged(room: Uint8Array, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.from(new ArrayBuffer(2 * needed));
  larger.set(room);
  return larger;
}
