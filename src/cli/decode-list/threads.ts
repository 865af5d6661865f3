import { startThread } from '../../lib/start-thread.ts';
import type { PrintSettings } from './print-line.ts';
import type { PrintedPiece } from './print-piece.ts';

export interface ThreadData {
  /** In memory that all threads share. */
  datasetFile: Uint8Array<SharedArrayBuffer>;
  settings: PrintSettings;
}

export interface AskedPiece {
  piece: string;
  room: Uint8Array<ArrayBuffer>;
}

export interface PrintingThreads {
  /** Whether a thread has room for another piece. */
  isFree(): boolean;
  print(asked: AskedPiece): Promise<PrintedPiece>;
  end(): Promise<void>;
}

/** One that is worked on and one that waits, so that no thread is ever idle for want of a message. */
const PIECES_A_THREAD = 2;

/** Threads that print pieces of a list beside the one that reads and writes. */
export function startThreads(count: number, workerData: ThreadData): PrintingThreads {
  const threads = Array.from({ length: count }, () => startPrinter(workerData));
  const leastBusy = () => threads.toSorted((a, b) => a.waiting() - b.waiting())[0];
  return {
    isFree: () => (leastBusy()?.waiting() ?? PIECES_A_THREAD) < PIECES_A_THREAD,
    print(asked) {
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
