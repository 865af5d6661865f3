import type { Readable, Writable } from 'node:stream';
import {
  createVinEngine,
  type Decode,
  type DecodeOptions,
  openDataset,
  type VinEngine,
} from '@forecourt/vin';
import { factsOfMaker, mayBeEuropean } from '../../vehicle/built-for-europe.ts';
import { identifiedVehicle, normaliseVehicle, verdictOf } from '../../vehicle/normalise.ts';
import { supplemented } from '../../vehicle/supplement.ts';
import { vinProblem } from '../../vehicle/vin-schema.ts';
import { vehicleCard } from '../../view/car.ts';
import { wrapped } from '../../view/text.ts';

export interface PrintSettings {
  /** A flat object with NHTSA's codes and spellings, for any text. */
  raw: boolean;
  /** The vehicle as JSON, where it is not raw, instead of a card. */
  asJson: boolean;
  trace: boolean;
  /** For all lines that name none themselves. */
  modelYear: number | undefined;
  nowMs: number;
}

type OnFailure = (exitCode: number, message: string) => void;

const WRONG_INPUT = 2;
const NOT_RESOLVED = 1;
/** Characters that are shown of what is no VIN: it may be a whole file. */
const SHOWN = 32;

const HINTS = {
  length: 'A VIN has exactly 17 characters; --raw also decodes partial ones.',
  characters: 'A VIN has only digits and letters without I, O and Q; check for misread characters.',
};

/** Prints a line of input, after what speaks against its VIN. Reports what is no VIN and what cannot be resolved. */
export function createLinePrinter(
  engine: VinEngine,
  settings: PrintSettings,
  onFailure: OnFailure,
): (line: string, vinWarning?: string) => string {
  const { nowMs, trace } = settings;
  return (line, vinWarning) => {
    const { vin: given, modelYear = settings.modelYear } = parseVinLine(line);
    const options = { nowMs, trace, ...(modelYear === undefined ? {} : { modelYear }) };
    if (settings.raw) return rawLine(engine, given, options);
    const problem = vinProblem(given);
    if (problem === undefined)
      return vehicleText(engine.decode(given, options), settings.asJson, onFailure, vinWarning);
    onFailure(WRONG_INPUT, `"${given.trim().slice(0, SHOWN)}" is no VIN. ${HINTS[problem]}`);
    return settings.asJson
      ? `${JSON.stringify({ vin: given, error: 'invalid_vin', reason: problem })}\n`
      : '';
  };
}

/** Any text gives a line; what is wrong with it stands in its error codes. */
function rawLine(engine: VinEngine, given: string, options: DecodeOptions): string {
  const begin = `{"vin":${JSON.stringify(given)},`;
  if (!options.trace) return `${begin}${engine.decodeToText(given, options)}}\n`;
  const { fields, trace } = engine.decode(given, options);
  return `${begin}${JSON.stringify({ ...fields, trace }).slice(1)}\n`;
}

function vehicleText(
  { vin, fields, trace }: Decode,
  asJson: boolean,
  onFailure: OnFailure,
  vinWarning?: string,
): string {
  const verdict = verdictOf(fields);
  const found = supplemented(vin, fields);
  const known = normaliseVehicle(found?.fields ?? fields);
  const isEuropean = mayBeEuropean(vin, verdict.errorCodes, identifiedVehicle(known) !== undefined);
  const vehicle = isEuropean ? normaliseVehicle(factsOfMaker(fields)) : known;
  const decode = isEuropean ? { ...verdict, suggestedVin: null, possibleValues: null } : verdict;
  const isResolved = identifiedVehicle(vehicle) !== undefined;
  if (!isResolved) {
    onFailure(
      NOT_RESOLVED,
      `${vin}: make, model and year could not all be resolved: ${decode.errorText ?? 'no reason given'}`,
    );
  }
  const warning = isResolved ? vinWarning : undefined;
  if (!asJson) {
    const card = vehicleCard({ vin, vehicle, decode, trace });
    const doubt = warning === undefined ? [] : [...wrapped(warning, ''), '', ''];
    const note = found ? [...wrapped(found.note, '  '), ''] : [];
    return `${doubt.join('\n')}${card}${note.join('\n')}`;
  }
  const more = { ...(found && { supplement: found.note }), ...(trace && { trace }) };
  return `${JSON.stringify({ ...(warning !== undefined && { vinWarning: warning }), vin, vehicle, decode, ...more })}\n`;
}

export interface PrintedPiece {
  /** The room that was given, or a larger one, filled up to `length`. */
  room: Uint8Array<ArrayBuffer>;
  length: number;
  lines: number;
  /** The gravest of its lines. */
  exitCode: number;
}

type PrintPiece = (piece: string, room: Uint8Array<ArrayBuffer>) => PrintedPiece;

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
