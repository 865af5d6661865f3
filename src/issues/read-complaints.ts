import { z } from 'zod';
import { patienceLeftMs, type Waited } from '../lib/clock.ts';
import { mapInTurns } from '../lib/map-in-turns.ts';
import { type Mirror, preferCopy, readCopy } from '../mirror/read/mirror.ts';
import { type LookedUpVehicle, namedVehicle } from '../names/named-vehicle.ts';
import { type ListModels, listLiveModels, nameText, resolveNhtsaNames } from '../names/nhtsa-names.ts';
import { namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { freshMsWith, keepMissing } from '../sources/keep-missing.ts';
import type { Nhtsa } from '../sources/nhtsa/nhtsa.ts';
import type { RecordedWorld } from '../sources/recorded-world.ts';
import { type Complaint, complaintFromNhtsa, uniqueComplaints } from './complaint.ts';

const HOUR_MS = 3_600_000;
export const COMPLAINTS_FRESH_MS = 24 * HOUR_MS;
const STALE_MS = 90 * 24 * HOUR_MS;

const complaintSchema = z.object({
  odiNumber: z.number().int().positive(),
  filedOn: z.string().nullable(),
  incidentOn: z.string().nullable(),
  components: z.array(z.string()).readonly(),
  crash: z.boolean(),
  fire: z.boolean(),
  injuries: z.number(),
  deaths: z.number(),
  summary: z.string(),
  vinPrefix: z.string().exactOptional(),
}) satisfies z.ZodType<Complaint>;

const filedSchema = z.object({
  complaints: z.array(complaintSchema),
  /** Those that the newest reading lacks; they stay until a second one, six hours later, agrees. */
  missing: z.array(z.object({ odiNumber: z.number(), missingSince: z.iso.datetime() })),
  matchedModels: z.array(z.string()),
  modelListed: z.boolean(),
});

/** All complaints of a vehicle, under every name by which NHTSA files it. */
export type FiledComplaints = z.infer<typeof filedSchema>;

export interface ComplaintsSource {
  /** The address they are read from. */
  readonly url?: string;
  /** Distinguishes two vehicles exactly when their complaints are filed under other names. */
  keyOf(vehicle: LookedUpVehicle): string;
  read(vehicle: LookedUpVehicle, waited?: Waited): Promise<Cached<FiledComplaints>>;
  /** From our own copy alone, without asking anybody; undefined where there is none. */
  ofCopy?(vehicle: LookedUpVehicle): Promise<readonly Complaint[] | undefined>;
}

interface Dependencies {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
  /** Our own copy, where there is one. */
  mirror?: Mirror;
  /** Only in dev mode. */
  recorded?: RecordedWorld;
}

export function createComplaintsSource(dependencies: Dependencies): ComplaintsSource {
  const { nhtsa, cachedFetch, mirror, recorded } = dependencies;
  const keyOf = (vehicle: LookedUpVehicle) => namingKey(namedVehicle(vehicle));
  const reading = {
    models: listLiveModels(dependencies, 'complaints'),
    complaintsByVehicle: nhtsa.complaintsByVehicle,
  };
  return {
    url: nhtsa.url,
    keyOf,
    ofCopy: async (vehicle) =>
      (await readCopy(mirror, 'complaints', (reader) => readFiled(reader, vehicle)))?.value.complaints,
    read: (vehicle, waited = {}) =>
      preferCopy(mirror, 'complaints', {
        read: (reader) => readFiled(reader, vehicle),
        isKnown: ({ modelListed }) => modelListed,
        live: () =>
          cachedFetch({
            key: `issues/complaints/2/${keyOf(vehicle)}`,
            freshMs: COMPLAINTS_FRESH_MS,
            staleMs: STALE_MS,
            source: { source: 'NHTSA complaints', url: nhtsa.url },
            schema: filedSchema,
            fetch: () => readFiled(reading, vehicle),
            reconcile: withMissing,
            freshMsOf: ({ missing }) => freshMsWith(missing, COMPLAINTS_FRESH_MS),
            patienceMs: patienceLeftMs(waited),
            recorded: () => recorded?.find(vehicle, 'complaints', filedSchema),
          }),
      }),
  };
}

/** What of the complaints the newest reading lacks; null for nothing. */
export function missingOf({ missing }: FiledComplaints): { count: number; since: string } | null {
  const [first] = missing.map(({ missingSince }) => missingSince).sort();
  return first === undefined ? null : { count: missing.length, since: first };
}

/** Complaints are not withdrawn: a shorter list is a fault of the source until a second reading agrees. */
function withMissing(fresh: FiledComplaints, last: FiledComplaints, nowMs: number): FiledComplaints {
  const since = new Map(last.missing.map(({ odiNumber, missingSince }) => [odiNumber, missingSince]));
  const marked = (complaints: FiledComplaints['complaints'], of?: typeof since) =>
    complaints.map((complaint) => ({ complaint, missingSince: of?.get(complaint.odiNumber) ?? null }));
  const kept = keepMissing(
    marked(fresh.complaints),
    marked(last.complaints, since),
    ({ complaint }) => String(complaint.odiNumber),
    nowMs,
  );
  const missing = kept.flatMap(({ complaint: { odiNumber }, missingSince }) =>
    missingSince === null ? [] : [{ odiNumber, missingSince }],
  );
  return {
    ...fresh,
    complaints: kept.map(({ complaint }) => complaint),
    missing,
    modelListed: fresh.modelListed || (missing.length > 0 && last.modelListed),
  };
}

/** From the service of NHTSA, or from our copy of its files. */
async function readFiled(
  { models, complaintsByVehicle }: { models: ListModels } & Pick<Nhtsa, 'complaintsByVehicle'>,
  vehicle: LookedUpVehicle,
): Promise<FiledComplaints> {
  const names = await resolveNhtsaNames(models, namedVehicle(vehicle));
  const filed = await Promise.all(names.asked.map(complaintsByVehicle));
  const complaints = uniqueComplaints(
    (await mapInTurns(filed.flat(), complaintFromNhtsa)).filter((complaint) => complaint !== undefined),
  );
  return {
    complaints,
    missing: [],
    matchedModels: names.asked.map(nameText),
    modelListed: names.modelListed || complaints.length > 0,
  };
}
