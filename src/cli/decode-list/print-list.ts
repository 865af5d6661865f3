import type { Readable, Writable } from 'node:stream';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { startThread } from '../../lib/threads.ts';
import {
  createPiecePrinter,
  linePieces,
  type PrintedPiece,
  type PrintSettings,
  writeAll,
} from './print-line.ts';

interface ListOptions {
  /** The bytes are moved to other memory. */
  readDataset(): Uint8Array<ArrayBuffer>;
  settings: PrintSettings;
  /** This one and those beside it. */
  threads: number;
  input: Readable;
  output: Writable;
  onPrinted(lines: number): void;
}

/** A short list is done before another thread has started. */
const PIECES_BEFORE_THREADS = 24;
const ROOM_BYTES = 512 * 1024;
/** Pieces that wait in memory where the reader is slower than the decoder. */
const MOST_UNWRITTEN = 6;

/**
 * Prints a list in its order, on all cores. This thread reads and writes, and prints what the others have no room for.
 * The answer is the exit code: that of the gravest line.
 */
export async function printList({
  readDataset,
  settings,
  threads,
  input,
  output,
  onPrinted,
}: ListOptions): Promise<number> {
  // A list makes short-lived text without end: a young generation that does not grow halves the memory.
  setFlagsFromString('--semi-space-growth-factor=1');
  const datasetFile = inSharedMemory(readDataset());
  const printHere = createPiecePrinter(datasetFile, settings);
  const rooms: Uint8Array<ArrayBuffer>[] = [];
  let others: ReturnType<typeof startThreads> | undefined;
  let exitCode = 0;
  let isReaderGone = false;
  let begun = 0;
  let lastWrite = Promise.resolve();
  const unwritten: Promise<void>[] = [];

  async function write(printed: PrintedPiece | Promise<PrintedPiece>, before: Promise<void>): Promise<void> {
    const [{ room, length, lines, exitCode: ofPiece }] = await Promise.all([printed, before]);
    if (!isReaderGone && length > 0) isReaderGone = !(await writeAll(output, room.subarray(0, length)));
    exitCode = Math.max(exitCode, ofPiece);
    rooms.push(room);
    onPrinted(lines);
  }

  try {
    for await (const piece of linePieces(input)) {
      if (isReaderGone) break;
      begun++;
      if (begun === PIECES_BEFORE_THREADS) {
        others = startThreads(threads - 1, { datasetFile, settings });
      }
      const room = rooms.pop() ?? new Uint8Array(ROOM_BYTES);
      const free = others?.isFree() ? others : undefined;
      lastWrite = write(free?.print({ piece, room }) ?? printHere(piece, room), lastWrite);
      // Whoever waits for it sees the error.
      lastWrite.catch(() => undefined);
      unwritten.push(lastWrite);
      if (unwritten.length > MOST_UNWRITTEN) await unwritten.shift();
      else if (free === undefined) await letOthersRun();
    }
    await lastWrite;
    return exitCode;
  } finally {
    await others?.end();
  }
}

/** Moves bytes to memory that all threads can read. */
function inSharedMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<SharedArrayBuffer> {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  // Given back at once; garbage is collected too seldom for what is as large.
  bytes.buffer.transfer(0);
  return shared;
}

export interface ThreadData {
  datasetFile: Uint8Array<SharedArrayBuffer>;
  settings: PrintSettings;
}

export interface AskedPiece {
  piece: string;
  room: Uint8Array<ArrayBuffer>;
}

/** One that is worked on and one that waits, so that no thread is ever idle for want of a message. */
const PIECES_A_THREAD = 2;

function startThreads(count: number, workerData: ThreadData) {
  const threads = Array.from({ length: count }, () => startPrinter(workerData));
  const leastBusy = () => threads.toSorted((a, b) => a.waiting() - b.waiting())[0];
  return {
    isFree: () => (leastBusy()?.waiting() ?? PIECES_A_THREAD) < PIECES_A_THREAD,
    print(asked: AskedPiece): Promise<PrintedPiece> {
      const thread = leastBusy();
      if (thread === undefined) throw new RangeError('There is no thread to print.');
      return thread.print(asked);
    },
    async end() {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

function startPrinter(workerData: ThreadData) {
  const worker = startThread('./thread', { beside: import.meta.url, workerData });
  /** Answers come in the order of the questions. */
  const asked: PromiseWithResolvers<PrintedPiece>[] = [];
  worker.on('message', (printed: PrintedPiece) => asked.shift()?.resolve(printed));
  worker.on('error', (error) => {
    for (const { reject } of asked.splice(0)) reject(error);
  });
  return {
    waiting: () => asked.length,
    print(piece: AskedPiece): Promise<PrintedPiece> {
      const answer = Promise.withResolvers<PrintedPiece>();
      asked.push(answer);
      worker.postMessage(piece, [piece.room.buffer]);
      return answer.promise;
    },
    end: () => worker.terminate(),
  };
}
