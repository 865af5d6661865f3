import { parentPort, workerData } from 'node:worker_threads';
import { createPiecePrinter, type PrintedPiece } from './print-line.ts';
import type { AskedPiece, ThreadData } from './print-list.ts';

/** A thread that prints the pieces it is given, one after the other. */
const { datasetFile, settings } = workerData as ThreadData;
const printPiece = createPiecePrinter(datasetFile, settings);

parentPort?.on('message', ({ piece, room }: AskedPiece) => {
  const printed: PrintedPiece = printPiece(piece, room);
  parentPort?.postMessage(printed, [printed.room.buffer]);
});
