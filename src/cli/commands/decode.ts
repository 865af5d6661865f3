import type { Command } from 'commander';
import type { ForecourtClient } from '../../client/index.ts';
import type { VinEngine } from '../../vin/engine.ts';
import { createTextWriter, lineRuns, parseVinLine, type VinLine, writeAll } from '../decode-stream.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';

interface DecodeOptions extends RemoteOptions {
  json?: true;
  raw?: true;
  trace?: true;
  year?: string;
  asOf?: string;
}

interface Settings extends DecodeOptions {
  isStream: boolean;
}

const STANDARD_INPUT = '-';

type Print = (line: VinLine) => string | Promise<string>;

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
    .action(async (vins: string[], given: DecodeOptions) => {
      const options: Settings = { ...given, isStream: vins.includes(STANDARD_INPUT) };
      const modelYear = readYear(options, command);
      const nowMs = readDay(options, command);
      const remote = await openRemote(options, command);
      if (remote) refuseLocalOptions(options, command);
      const print = remote ? await createRemotePrint(remote, options) : await createPrint(options, nowMs);
      process.stdout.on('error', ignoreClosedPipe);
      for (const vin of vins) {
        if (vin === STANDARD_INPUT) {
          if (!(await printStream(print, modelYear))) return;
        } else {
          await writeAll(process.stdout, await print(withYear(parseVinLine(vin), modelYear)));
        }
      }
    });
  addRemoteOptions(command);
}

async function createPrint(options: Settings, nowMs: number): Promise<Print> {
  const { loadDataset } = await import('../../sources/vpic/dataset/dataset-file.ts');
  const { datasetPlace } = await import('../../sources/vpic/dataset/dataset-place.ts');
  const { readVinDataFile } = await import('../../config/vin-data-file.ts');
  const { createVinEngine } = await import('../../vin/engine.ts');
  const engine = createVinEngine(loadDataset(datasetPlace(readVinDataFile()).current()));
  if (options.raw) return (line) => rawLine(engine, line, nowMs, options.trace === true);
  const { createVehiclePrint } = await import('../decode-print.ts');
  return createVehiclePrint({
    engine,
    nowMs,
    asJson: options.json === true || options.isStream,
    trace: options.trace === true,
    onFailure(exitCode, message) {
      process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCode);
      // In a stream the line itself says so; a million of these would bury everything else.
      if (!options.isStream) process.stderr.write(`forecourt: ${message}\n`);
    },
  });
}

async function createRemotePrint(remote: ForecourtClient, { json, isStream }: Settings): Promise<Print> {
  const { vehicleCard } = await import('../vehicle-card.ts');
  return async ({ vin }) => {
    const answer = await remote.decode(vin);
    return json || isStream ? `${JSON.stringify(answer)}\n` : vehicleCard(answer);
  };
}

function refuseLocalOptions({ raw, trace, year, asOf }: DecodeOptions, command: Command): void {
  if (raw || trace || year !== undefined || asOf !== undefined) {
    command.error('--raw, --trace, --year and --as-of are for decoding on this machine; leave out --url.');
  }
}

/** Any text gives a line; what is wrong with it stands in its error codes. */
function rawLine(engine: VinEngine, { vin, modelYear }: VinLine, nowMs: number, trace: boolean): string {
  const decode = engine.decode(vin, { nowMs, trace, ...(modelYear === undefined ? {} : { modelYear }) });
  const traced = decode.trace === undefined ? '' : `,"trace":${JSON.stringify(decode.trace)}`;
  // A third object that joins VIN and fields would take as long as the decode.
  return `{"vin":${JSON.stringify(vin)},${JSON.stringify(decode.fields).slice(1, -1)}${traced}}\n`;
}

async function printStream(print: Print, modelYear: number | undefined): Promise<boolean> {
  const { createProgress } = await import('../progress.ts');
  const { setFlagsFromString } = await import('node:v8');
  // A stream makes short-lived text without end: a young generation that does not grow halves the memory.
  setFlagsFromString('--semi-space-growth-factor=1');
  const progress = createProgress(process.stderr, 'VINs');
  const writer = createTextWriter(process.stdout);
  try {
    for await (const lines of lineRuns(process.stdin)) {
      let count = 0;
      for (const line of lines) {
        const printed = print(withYear(parseVinLine(line), modelYear));
        // Waiting even for what is there takes longer than a decode.
        const text = typeof printed === 'string' ? printed : await printed;
        count++;
        if (writer.take(text)) continue;
        if (!(await writer.empty())) return false;
        if (!writer.take(text) && !(await writeAll(process.stdout, text))) return false;
      }
      if (!(await writer.empty())) return false;
      progress.add(count);
    }
    return true;
  } finally {
    progress.finish();
  }
}

function withYear(line: VinLine, modelYear: number | undefined): VinLine {
  return { vin: line.vin, modelYear: line.modelYear ?? modelYear };
}

function readYear({ year }: DecodeOptions, command: Command): number | undefined {
  if (year === undefined) return undefined;
  return /^\d{4}$/.test(year)
    ? Number(year)
    : command.error('--year must be a year of four digits, such as 2013');
}

function readDay({ asOf }: DecodeOptions, command: Command): number {
  if (asOf === undefined) return Date.now();
  const ms = /^\d{4}-\d\d-\d\d$/.test(asOf) ? Date.parse(asOf) : Number.NaN;
  return Number.isNaN(ms) ? command.error('--as-of must be a day, such as 2026-11-21') : ms;
}

/** `forecourt decode - | head` closes the pipe early; that is no error. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
