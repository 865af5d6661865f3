import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { makeFolder } from '../lib/make-folder.ts';
import type { VehicleName } from './nhtsa/nhtsa.ts';

/**
 * One recorded request and its answer. `path` begins with the name of the source, such as
 * `/nhtsa/recalls/recallsByVehicle`, `/transport-canada/recall-summary/recall-number/2023510` or
 * `/vpic/vehicles/DecodeVinValues/...`. Query parameters match in any order and letter case.
 */
const exchangeSchema = z.strictObject({
  request: z.strictObject({
    method: z.string().default('GET'),
    path: z.string().startsWith('/'),
    query: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).default({}),
  }),
  response: z.strictObject({
    status: z.number().int().min(200).max(599).default(200),
    /** Sent as JSON; `text` instead is sent as it is. */
    body: z.unknown().optional(),
    text: z.string().optional(),
    headers: z.record(z.string(), z.string()).default({}),
  }),
});

const recordingsSchema = z.union([exchangeSchema.transform((one) => [one]), z.array(exchangeSchema)]);

export type RecordedExchange = z.input<typeof exchangeSchema>;
type ParsedExchange = z.output<typeof exchangeSchema>;

interface Urls {
  vpicUrl: string;
  nhtsaUrl: string;
  transportCanadaUrl: string;
}

/** Starts a server in place of all sources on a free loopback port. */
async function standIn(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const sources: Urls = {
    vpicUrl: `${url}/vpic`,
    nhtsaUrl: `${url}/nhtsa`,
    transportCanadaUrl: `${url}/transport-canada`,
  };
  return {
    url,
    /** The addresses that take the place of the sources' own. */
    sources,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function keyOf(method: string, path: string, query: Iterable<[string, string]>): string {
  const parameters = [...query].map(([name, value]) => `${name}=${value}`.toLowerCase()).sort();
  return [method, decodeURIComponent(path).toLowerCase(), ...parameters].join('\n');
}

const FORM =
  'a recording is {"request": {"path": "/nhtsa/recalls/recallsByVehicle", "query": {...}}, "response": {"body": {...}}}, ' +
  'or an array of them; "forecourt record VIN --to DIR" writes such a folder';

/** Reads every *.json and *.json.gz below the folder; each holds one exchange or an array of them. */
export async function readRecordings(folder: string): Promise<ParsedExchange[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => {
    throw new Error(`REPLAY_DIR: there is no folder ${folder}`);
  });
  const recordings = names.sort().filter((name) => /\.json(\.gz)?$/.test(name));
  if (recordings.length === 0)
    throw new Error(`REPLAY_DIR: ${folder} holds no recordings, no .json or .json.gz file below it`);
  const parsed = await Promise.all(recordings.map((name) => readRecording(join(folder, name))));
  return parsed.flat();
}

async function readRecording(path: string): Promise<ParsedExchange[]> {
  const bytes = await readFile(path);
  const result = recordingsSchema.safeParse(
    parseJson((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')),
  );
  if (!result.success) throw new Error(`REPLAY_DIR: ${path} is no recording; ${FORM}`);
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, exchange: ParsedExchange | undefined): void {
  const recorded = exchange?.response;
  const status = recorded?.status ?? 404;
  const body = recorded?.text ?? JSON.stringify(recorded ? recorded.body : { message: 'not recorded' });
  response.writeHead(status, { 'content-type': 'application/json', ...recorded?.headers }).end(body);
}

/** Serves recorded answers over real HTTP on a free loopback port. Requests without a recording get 404, never "nothing". */
export async function startReplayServer(recordings: string | readonly RecordedExchange[]) {
  const exchanges =
    typeof recordings === 'string'
      ? await readRecordings(recordings)
      : recordings.map((one) => exchangeSchema.parse(one));
  const byKey = new Map(
    exchanges.map((exchange) => {
      const { method, path, query } = exchange.request;
      return [keyOf(method, path, Object.entries(query)), exchange];
    }),
  );
  /** Path and query of every request so far. */
  const requests: string[] = [];
  const server = await standIn((request, response) => {
    const url = new URL(request.url ?? '/', 'http://replay');
    requests.push(url.pathname + url.search);
    send(response, byKey.get(keyOf(request.method ?? 'GET', url.pathname, url.searchParams)));
  });
  return { ...server, requests };
}

export type ReplayServer = Awaited<ReturnType<typeof startReplayServer>>;

const names = { vpic: 'vpicUrl', nhtsa: 'nhtsaUrl', 'transport-canada': 'transportCanadaUrl' } as const;

/** Stands between the service and its sources, on this machine, and notes what they answer. */
export async function startRecorder(urls: Urls, userAgent: string) {
  const exchanges: RecordedExchange[] = [];
  const server = await standIn(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://recorder');
    const [, name = '', ...rest] = asked.pathname.split('/');
    const base = name in names ? urls[names[name as keyof typeof names]] : undefined;
    try {
      if (base === undefined) throw new TypeError('No source of this name');
      const address = `${base.replace(/\/+$/, '')}/${rest.join('/')}${asked.search}`;
      const answer = await fetch(address, {
        headers: { 'User-Agent': userAgent, Accept: 'application/json' },
      });
      const text = await answer.text();
      const body = parseJson(text);
      if (answer.status < 500 && answer.status !== 429 && body !== undefined) {
        const query = Object.fromEntries(asked.searchParams);
        exchanges.push({
          request: { path: decodeURIComponent(asked.pathname), query },
          response: { status: answer.status, body },
        });
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    } catch {
      response.destroy();
    }
  });
  return {
    ...server,
    /** Takes the exchanges since the last time; only answers that a source meant. */
    take: () => exchanges.splice(0),
  };
}

/** Writes the file of one car, in the form that REPLAY_DIR takes. */
export async function writeRecordings(
  folder: string,
  name: string,
  exchanges: readonly RecordedExchange[],
): Promise<string> {
  makeFolder(folder);
  const file = join(folder, `${name}.json`);
  await writeFile(file, `${JSON.stringify(exchanges, null, 2)}\n`);
  return file;
}

/** One part of a source's answer about a car, as it was on a day. */
export interface RecordedPart<T> {
  value: T;
  /** An ISO date. */
  readOn: string;
}

/** A few cars that ship with the service and, in dev mode alone, stand in for sources that cannot be reached. */
export type RecordedWorld = ReturnType<typeof loadRecordedWorld>;

const part = z.looseObject({ readOn: z.iso.date() });

/** One file of data/recorded. */
const carSchema = z.strictObject({
  name: z.string(),
  vin: z.string().length(17),
  vehicle: z.strictObject({ year: z.int(), make: z.string(), model: z.string() }),
  us: part.exactOptional(),
  canada: part.exactOptional(),
  complaints: part.exactOptional(),
});

const FOLDER = new URL('../../data/recorded/', import.meta.url);

const vehicleKey = ({ year, make, model }: VehicleName) => `${year} ${make} ${model}`.toLowerCase();

export function loadRecordedWorld() {
  const cars = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => carSchema.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))));
  const byVehicle = new Map(cars.map((car) => [vehicleKey(car.vehicle), car]));
  return {
    cars: cars.map(({ name, vin }) => ({ name, vin })),
    /** Finds a part of a car, if it is recorded and has the shape that is expected. */
    find<T>(
      vehicle: VehicleName,
      name: 'us' | 'canada' | 'complaints',
      schema: z.ZodType<T>,
    ): RecordedPart<T> | undefined {
      const found = byVehicle.get(vehicleKey(vehicle))?.[name];
      return found && { value: schema.parse(found), readOn: found.readOn };
    },
  };
}
