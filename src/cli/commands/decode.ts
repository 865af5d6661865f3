import { availableParallelism } from 'node:os';
import type { WriteStream } from 'node:tty';
import type { ForecourtClient } from '@forecourt/client';
import type { VinEngine } from '@forecourt/vin';
import { checkDigitOf } from '@forecourt/vin/check-digit';
import type { Command } from 'commander';
import { withThousands } from '../../lib/wording.ts';
import { isFilledUp } from '../../vehicle/built-for-europe.ts';
import { vinProblem } from '../../vehicle/vin-schema.ts';
import {
  linePieces,
  linesOf,
  type PrintSettings,
  parseVinLine,
  writeAll,
} from '../decode-list/print-line.ts';
import { emptyList, pastedVin } from '../each-vin.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';
import { complain } from '../tell.ts';

interface DecodeOptions extends RemoteOptions {
  json?: true;
  raw?: true;
  trace?: true;
  year?: string;
  asOf?: string;
  threads?: string;
}

const STANDARD_INPUT = '-';
/** Generous: VINs of 17 characters began with 1981. */
const OLDEST_YEAR = 1950;

export function addDecodeCommand(program: Command): void {
  const command = program
    .command('decode')
    .description('Say what a VIN means, with the data that ships with the program: no network')
    .argument(
      '<vin...>',
      'VINs, each optionally as VIN,year; - reads them from standard input, one a line, and writes one JSON object a line',
    )
    .option('--json', 'the vehicle as JSON, one object a line')
    .option('--raw', "one flat object a line, with the element codes and spellings of NHTSA's service")
    .option('--trace', 'also say which row of the data produced each field')
    .option('--year <year>', 'model year of all given VINs, where known')
    .option('--as-of <date>', 'judge model years as of this day (YYYY-MM-DD) instead of today')
    .option('--threads <number>', 'how many to decode a list with (default: one a core, at most 4)')
    .action(async (vins: string[], options: DecodeOptions) => {
      const settings: PrintSettings = {
        raw: options.raw === true,
        asJson: options.json === true || vins.includes(STANDARD_INPUT),
        trace: options.trace === true,
        modelYear: readYear(options, command),
        nowMs: readDay(options, command),
      };
      const threads = readThreads(options, vins, command);
      const remote = await openRemote(options, command, false);
      if (remote) refuseLocalOptions(options, command);
      const printer = remote
        ? await createRemotePrinter(remote, settings)
        : await createLocalPrinter(settings, threads);
      for (const vin of vins) {
        if (vin === STANDARD_INPUT) await printer.printInput();
        else await writeAll(process.stdout, await printer.print(vin));
      }
    });
  addRemoteOptions(command);
}

interface Printer {
  print(line: string): string | Promise<string>;
  printInput(): Promise<void>;
}

async function createLocalPrinter(settings: PrintSettings, threads: number): Promise<Printer> {
  const { datasetPlace, readDatasetFile } = await import('../../sources/vpic/dataset-file.ts');
  const { readVinDataFile } = await import('../../config/vin-data-file.ts');
  const { createLinePrinter } = await import('../decode-list/print-line.ts');
  const { createVinEngine, openDataset } = await import('@forecourt/vin');
  const readDataset = () => readDatasetFile(datasetPlace(readVinDataFile()).current());
  let engine: VinEngine | undefined;
  return {
    async print(given) {
      engine ??= createVinEngine(openDataset(readDataset()));
      const line =
        settings.raw || vinProblem(parseVinLine(given).vin) === undefined ? given : pastedVin(given);
      const { vin } = parseVinLine(line);
      const isVin = vinProblem(vin) === undefined;
      const help = settings.raw ? undefined : await helpWith(vin, engine, settings.nowMs);
      return createLinePrinter(engine, settings, (exitCode, message) => {
        exitAtLeast(exitCode);
        complain(isVin && help ? `${vin}: ${help}` : `${message}${help ?? ''}`);
      })(line, help);
    },
    async printInput() {
      const { printList } = await import('../decode-list/print-list.ts');
      const [input, output] = [process.stdin, process.stdout];
      exitAtLeast(
        await withProgress((onPrinted) =>
          printList({ readDataset, settings, threads, input, output, onPrinted }),
        ),
      );
    },
  };
}

/** Says what speaks against a VIN, or which one may be meant; loads what it needs only where something does. */
async function helpWith(given: string, engine: VinEngine, nowMs: number): Promise<string | undefined> {
  const vin = given.trim().toUpperCase();
  if (vinProblem(vin) === undefined && vin[8] === checkDigitOf(vin, false) && !isFilledUp(vin))
    return undefined;
  const { didYouMean } = await import('@forecourt/vin');
  const { doubtAbout, meantBy } = await import('../../vehicle/doubtful-vin.ts');
  const { meantSentence } = await import('../../errors/product-errors.ts');
  const decoder = {
    decode: (text: string) => engine.decode(text, { nowMs }).fields,
    didYouMean: (text: string) => didYouMean(engine, text, { nowMs }),
  };
  return vinProblem(vin) === undefined
    ? doubtAbout(vin, decoder, nowMs)
    : meantSentence(meantBy(given, decoder, nowMs));
}

async function createRemotePrinter(remote: ForecourtClient, { asJson }: PrintSettings): Promise<Printer> {
  const { vehicleCard } = await import('../../view/car.ts');
  const print = async (line: string): Promise<string> => {
    const answer = await remote.decode(pastedVin(parseVinLine(line).vin));
    return asJson ? `${JSON.stringify(answer)}\n` : vehicleCard(answer);
  };
  return {
    print,
    printInput: () =>
      withProgress(async (onPrinted) => {
        for await (const piece of linePieces(process.stdin)) {
          for (const line of linesOf(piece)) {
            const isRead = await writeAll(process.stdout, await print(line));
            onPrinted(1);
            if (!isRead) return;
          }
        }
      }),
  };
}

async function withProgress<T>(work: (onPrinted: (lines: number) => void) => Promise<T>): Promise<T> {
  const progress = createProgress(process.stderr);
  const done = await work(progress.add).finally(progress.finish);
  if (progress.count() === 0) throw emptyList();
  return done;
}

const EVERY_MS = 500;

/** A line that counts, rewritten in place; nothing where the output is no terminal. */
function createProgress(output: WriteStream) {
  const startedAtMs = Date.now();
  let count = 0;
  let shownAtMs = startedAtMs;
  const show = (end: string): void => {
    if (!output.isTTY) return;
    const seconds = Math.max(0.001, (Date.now() - startedAtMs) / 1000);
    const rate = withThousands(Math.round(count / seconds));
    output.write(`\r${withThousands(count)} VINs, ${rate} a second${end}`);
  };
  return {
    add(more: number) {
      count += more;
      if (Date.now() - shownAtMs < EVERY_MS) return;
      shownAtMs = Date.now();
      show(' ');
    },
    finish: () => show('\n'),
    count: () => count,
  };
}

function exitAtLeast(code: number): void {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
}

function refuseLocalOptions({ raw, trace, year, asOf, threads }: DecodeOptions, command: Command): void {
  if (raw || trace || year !== undefined || (asOf ?? threads) !== undefined) {
    command.error(
      '--raw, --trace, --year, --as-of and --threads are for decoding on this machine; leave out --url.',
    );
  }
}

function readYear({ year }: DecodeOptions, command: Command): number | undefined {
  if (year === undefined) return undefined;
  const latest = new Date().getUTCFullYear() + 2;
  return /^\d{4}$/.test(year) && Number(year) >= OLDEST_YEAR && Number(year) <= latest
    ? Number(year)
    : command.error(`--year must be a model year from ${OLDEST_YEAR} to ${latest}, such as 2013`);
}

function readDay({ asOf }: DecodeOptions, command: Command): number {
  if (asOf === undefined) return Date.now();
  const ms = /^\d{4}-\d\d-\d\d$/.test(asOf) ? Date.parse(asOf) : Number.NaN;
  return Number.isNaN(ms) ? command.error('--as-of must be a day, such as 2026-11-21') : ms;
}

/** Each takes memory of its own: more than a few are for who asks for them. */
const USUAL_MOST_THREADS = 4;

function readThreads({ threads }: DecodeOptions, vins: readonly string[], command: Command): number {
  if (threads === undefined) return Math.min(USUAL_MOST_THREADS, availableParallelism());
  if (!vins.includes(STANDARD_INPUT)) command.error('--threads is for a list: give - in place of VINs.');
  return /^[1-9]\d?$/.test(threads)
    ? Number(threads)
    : command.error('--threads must be a number from 1 to 99');
}
