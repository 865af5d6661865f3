import { deadlineLeftMs, type Elapsed } from '../../lib/clock.ts';
import { type Mirror, preferCopy, readCopy } from '../../mirror/read/mirror.ts';
import type { ComplaintReader } from '../../mirror/read/nhtsa-reader.ts';
import { listLiveModels, nameText, resolveNhtsaNames } from '../../names/nhtsa-names.ts';
import { type LookedUpVehicle, namedVehicle, namingKey } from '../../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../../sources/cached.ts';
import { nothingOfListed } from '../../sources/http.ts';
import { freshMsWith } from '../../sources/keep-missing.ts';
import type { Nhtsa } from '../../sources/nhtsa/nhtsa.ts';
import type { RecordedWorld } from '../../sources/recordings.ts';
import {
  digestOf,
  type FiledComplaints,
  filedVehicleSchema,
  openFiled,
  recordedComplaintsSchema,
} from './filed.ts';
import type { ComplaintWorker } from './worker.ts';

const HOUR_MS = 3_600_000;
export const COMPLAINTS_FRESH_MS = 24 * HOUR_MS;
const STALE_MS = 90 * 24 * HOUR_MS;
const SOURCE = 'NHTSA complaints';
/** A model that is listed has complaints: an answer without any is a fault. */
const isUnread = ({ modelListed, counted }: Pick<FiledComplaints, 'modelListed' | 'counted'>) =>
  modelListed && counted.complaintCount === 0;

export interface ComplaintsSource {
  /** The address they are read from. */
  readonly url?: string;
  /** Distinguishes two vehicles exactly when their complaints are filed under other names. */
  keyOf(vehicle: LookedUpVehicle): string;
  read(vehicle: LookedUpVehicle, waited?: Elapsed): Promise<Cached<FiledComplaints>>;
  /** From our own copy alone, without asking anybody; undefined where there is none. */
  fromCopy?(vehicle: LookedUpVehicle): Promise<Pick<FiledComplaints, 'fetch' | 'digest'> | undefined>;
}

interface Dependencies {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
  worker: ComplaintWorker;
  /** Our own copy, where there is one. */
  mirror?: Mirror;
  /** Only in dev mode. */
  recorded?: RecordedWorld;
}

export function createComplaintsSource(dependencies: Dependencies): ComplaintsSource {
  const { nhtsa, cachedFetch, worker, mirror, recorded } = dependencies;
  const keyOf = (vehicle: LookedUpVehicle) => namingKey(namedVehicle(vehicle));
  const models = listLiveModels(dependencies, 'complaints');

  async function readLive(vehicle: LookedUpVehicle) {
    const names = await resolveNhtsaNames(models, namedVehicle(vehicle));
    const blocks = names.asked.map((name) => nhtsa.complaintsByVehicle(name, worker.read));
    const filed = await worker.file(await Promise.all(blocks));
    return { ...filed, ...factsOf(names, filed) };
  }

  async function readCopied(reader: ComplaintReader, vehicle: LookedUpVehicle): Promise<FiledComplaints> {
    const { names, heads, ...copied } = await lookUp(reader, vehicle);
    const counted = await worker.count(heads);
    return { ...copied, counted, missing: [], ...factsOf(names, { counted }) };
  }

  async function live(vehicle: LookedUpVehicle, waited: Elapsed): Promise<Cached<FiledComplaints>> {
    const { value, provenance } = await cachedFetch({
      key: `issues/complaints/5/${keyOf(vehicle)}`,
      freshMs: COMPLAINTS_FRESH_MS,
      staleMs: STALE_MS,
      source: { source: SOURCE, url: nhtsa.url },
      schema: filedVehicleSchema,
      fetch: () => readLive(vehicle),
      async reconcile(fresh, last, nowMs) {
        if (last === undefined) return fresh;
        const joined = await worker.join(fresh, last, nowMs);
        const modelListed = fresh.modelListed || (joined.missing.length > 0 && last.modelListed);
        return { ...fresh, ...joined, modelListed };
      },
      freshMsOf: ({ missing, ...filed }) => (isUnread(filed) ? 0 : freshMsWith(missing, COMPLAINTS_FRESH_MS)),
      deadlineMs: deadlineLeftMs(waited),
      recorded: () => recorded?.find(vehicle, 'complaints', recordedComplaintsSchema),
    });
    if (!isUnread(value)) return { value: openFiled(value), provenance };
    throw nothingOfListed(SOURCE);
  }

  return {
    url: nhtsa.url,
    keyOf,
    fromCopy: async (vehicle) =>
      (await readCopy(mirror, 'complaints', (reader) => lookUp(reader, vehicle)))?.value,
    read: (vehicle, waited = {}) =>
      preferCopy(mirror, 'complaints', {
        read: (reader) => readCopied(reader, vehicle),
        isKnown: ({ modelListed }) => modelListed,
        live: () => live(vehicle, waited),
      }),
  };
}

/** Finds the complaints in our copy, without reading what the owners wrote. */
async function lookUp(reader: ComplaintReader, vehicle: LookedUpVehicle) {
  const names = await resolveNhtsaNames(reader.models, namedVehicle(vehicle));
  const heads = (await Promise.all(names.asked.map(reader.complaintHeads))).flat();
  const fetch = async () => (await Promise.all(names.asked.map(reader.complaintBlocks))).flat();
  return { names, heads, digest: digestOf(heads), fetch };
}

function factsOf(
  { asked, modelListed }: Awaited<ReturnType<typeof resolveNhtsaNames>>,
  { counted }: Pick<FiledComplaints, 'counted'>,
): Pick<FiledComplaints, 'matchedModels' | 'modelListed'> {
  return { matchedModels: asked.map(nameText), modelListed: modelListed || counted.complaintCount > 0 };
}
