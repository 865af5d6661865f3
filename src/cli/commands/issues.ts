import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import type { Complaint } from '../../issues/read/complaint.ts';
import type { IssueFindings } from '../../issues/schemas.ts';
import { eachVin, VIN_OR_LIST } from '../each-vin.ts';
import { answerHere, decodeHere, type TimeoutOptions } from '../here.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';

interface IssuesOptions extends RemoteOptions {
  complaints?: string;
  asOf?: string;
  why?: number;
  json?: true;
}

const EMPTY = new Date(0).toISOString().slice(0, 10);

export function addIssuesCommand(program: Command): void {
  const command = program
    .command('issues')
    .description('Known issues of the make, model and year of a VIN, named from owner complaints')
    .argument('[vin]', VIN_OR_LIST)
    .option(
      '--complaints <file>',
      "a saved answer of NHTSA's complaints by vehicle (JSON, also gzipped), beside a VIN or without one",
    )
    .option(
      '--as-of <date>',
      'with --complaints: the day that counts as today; else that of the newest complaint',
    )
    .option(
      '--why <number>',
      'why this complaint is cited or not, with its words: on this machine alone',
      Number,
    )
    .option('--json', 'the result as the service returns it')
    .action(async (vin: string | undefined, options: IssuesOptions) => {
      if (vin === undefined && options.complaints === undefined) {
        command.error('Give a VIN, --complaints <file>, or both: the VIN then says what the car has.');
      }
      if ((options.complaints ?? options.why) !== undefined && options.url !== undefined) {
        command.error('--complaints and --why are answered on this machine; leave out --url.');
      }
      if (options.complaints === undefined && options.asOf !== undefined) {
        command.error('--as-of goes with --complaints; of a VIN the complaints are always read as of today.');
      }
      if (options.asOf !== undefined && !isDay(options.asOf)) {
        command.error('--as-of must be a date such as 2025-06-30.');
      }
      if (options.complaints !== undefined)
        process.stdout.write(`${await ofFile(options.complaints, vin, options, command)}\n`);
      else if (options.why !== undefined)
        process.stdout.write(`${await whyOfVin(vin ?? '', options.why, options)}\n`);
      else await ofVin(vin ?? '', options, command);
    });
  addRemoteOptions(command);
}

async function ofVin(vin: string, options: IssuesOptions, command: Command): Promise<void> {
  const remote = await openRemote(options, command);
  const { issuesText } = await import('../../view/issues.ts');
  await eachVin(
    vin,
    (one) => (remote ? remote.knownIssues(one) : findHere(one, options)),
    (found) => {
      const { year, make, model } = found.vehicle;
      return options.json ? JSON.stringify(found, null, 2) : issuesText(`${year} ${make} ${model}`, found);
    },
  );
}

async function findHere(vin: string, options: TimeoutOptions) {
  return answerHere(options, async (forecourt, signal) => {
    const [vehicles, issues] = [await forecourt.vehicles(), await forecourt.issues()];
    const { elapsedMs, provenance: _, decode: _decode, ...car } = await vehicles.decode(vin, { signal });
    return { ...car, ...(await issues.forVehicle(car.vehicle, { signal, elapsedMs })) };
  });
}

async function whyOfVin(vin: string, number: number, options: TimeoutOptions): Promise<string> {
  const [{ whyCited }, { complaintsIn }, { traitsOf }] = await Promise.all([
    import('../../issues/why.ts'),
    import('../../issues/read/filed.ts'),
    import('../../issues/lexicon/traits.ts'),
  ]);
  return answerHere(options, async (forecourt, signal) => {
    const [vehicles, source] = [await forecourt.vehicles(), await forecourt.complaints()];
    const { vehicle } = await vehicles.decode(vin, { signal });
    const complaints = complaintsIn(await (await source.read(vehicle)).value.fetch());
    return whyCited(complaints, number, new Date().toISOString().slice(0, 10), traitsOf(vehicle));
  });
}

/** Needs no network, no storage and no model: the embedded engine over a file. */
async function ofFile(
  path: string,
  vin: string | undefined,
  { asOf, json, why }: IssuesOptions,
  command: Command,
): Promise<string> {
  const { createEmbeddedSynthesizer } = await import('../../issues/embedded-synthesizer.ts');
  const { findIssues, newestFiling } = await import('../../issues/find-issues.ts');
  const { issuesText } = await import('../../view/issues.ts');
  const complaints = await readSaved(path, command);
  const today = asOf ?? newestFiling(complaints) ?? EMPTY;
  const { signal } = new AbortController();
  const { traitsOf } = await import('../../issues/lexicon/traits.ts');
  const traits = traitsOf(vin === undefined ? {} : await decodeHere(vin));
  if (why !== undefined)
    return (await import('../../issues/why.ts')).whyCited(complaints, why, today, traits);
  const engine = createEmbeddedSynthesizer();
  const found: IssueFindings = await findIssues(complaints, engine, today, { signal, traits });
  return json ? JSON.stringify(found, null, 2) : issuesText(path, found);
}

async function readSaved(path: string, command: Command): Promise<Complaint[]> {
  const { parseSavedComplaints } = await import('../../issues/read/complaint.ts');
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return command.error(`${path} cannot be read: is it the name of a file?`);
  }
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return parseSavedComplaints((isGzip ? gunzipSync(bytes) : bytes).toString('utf8'));
  } catch {
    return command.error(
      `${path} is no saved answer of NHTSA's complaints by vehicle: JSON with an array "results" of complaints.`,
    );
  }
}

function isDay(text: string): boolean {
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text) && text.length === 10;
}
