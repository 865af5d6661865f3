import { patienceLeftMs, type Waited } from '../lib/clock.ts';
import { type Mirror, preferCopy, readCopy } from '../mirror/read/mirror.ts';
import type { ComplaintReader } from '../mirror/read/nhtsa-reader.ts';
import { type LookedUpVehicle, namedVehicle } from '../names/named-vehicle.ts';
import { type ListModels, listLiveModels, nameText, resolveNhtsaNames } from '../names/nhtsa-names.ts';
import { namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { freshMsWith } from '../sources/keep-missing.ts';
import type { Nhtsa, VehicleName } from '../sources/nhtsa/nhtsa.ts';
import type { RecordedWorld } from '../sources/recorded-world.ts';
import {
  type Filed,
  type FiledComplaints,
  filedComplaintsSchema,
  recordedComplaintsSchema,
} from './filed-complaints.ts';
import type { Filing } from './filing.ts';
import type { PackedComplaints, PackedText } from './packed-complaints.ts';

const HOUR_MS = 3_600_000;
export const COMPLAINTS_FRESH_MS = 24 * HOUR_MS;
const STALE_MS = 90 * 24 * HOUR_MS;

export interface ComplaintsSource {
  /** The address they are read from. */
  readonly url?: string;
  /** Distinguishes two vehicles exactly when their complaints are filed under other names. */
  keyOf(vehicle: LookedUpVehicle): string;
  read(vehicle: LookedUpVehicle, waited?: Waited): Promise<Cached<FiledComplaints>>;
  /** At most so many, from our own copy alone, without asking anybody; undefined where there is none. */
  sampleOfCopy?(vehicle: LookedUpVehicle, most: number): Promise<Filed | undefined>;
}

interface Dependencies {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
  filing: Filing;
  /** Our own copy, where there is one. */
  mirror?: Mirror;
  /** Only in dev mode. */
  recorded?: RecordedWorld;
}

export function createComplaintsSource(dependencies: Dependencies): ComplaintsSource {
  const { nhtsa, cachedFetch, filing, mirror, recorded } = dependencies;
  const keyOf = (vehicle: LookedUpVehicle) => namingKey(namedVehicle(vehicle));
  const live: Reading<PackedText> = {
    models: listLiveModels(dependencies, 'complaints'),
    file: async (names) =>
      filing.file(await Promise.all(names.map((name) => nhtsa.complaintsByVehicle(name, filing.read)))),
  };
  return {
    url: nhtsa.url,
    keyOf,
    async sampleOfCopy(vehicle, most) {
      const held = await readCopy(mirror, 'complaints', async (reader) => {
        const names = await resolveNhtsaNames(reader.models, namedVehicle(vehicle));
        return forEach(names.asked, reader.complaintBlocks);
      });
      return held && filing.sample(held.value, most);
    },
    read: (vehicle, waited = {}) =>
      preferCopy<'complaints', FiledComplaints>(mirror, 'complaints', {
        read: (reader) => readFiled(readingCopy(reader, filing), vehicle),
        isKnown: ({ modelListed }) => modelListed,
        live: () =>
          cachedFetch({
            key: `issues/complaints/3/${keyOf(vehicle)}`,
            freshMs: COMPLAINTS_FRESH_MS,
            staleMs: STALE_MS,
            source: { source: 'NHTSA complaints', url: nhtsa.url },
            schema: filedComplaintsSchema,
            fetch: () => readFiled(live, vehicle),
            async reconcile(fresh, last, nowMs) {
              const joined = await filing.join(fresh, last, nowMs);
              const modelListed = fresh.modelListed || (joined.missing.length > 0 && last.modelListed);
              return { ...fresh, ...joined, modelListed };
            },
            freshMsOf: ({ missing }) => freshMsWith(missing, COMPLAINTS_FRESH_MS),
            patienceMs: patienceLeftMs(waited),
            recorded: () => recorded?.find(vehicle, 'complaints', recordedComplaintsSchema),
          }),
      }),
  };
}

interface Reading<Packed> {
  models: ListModels;
  file(
    names: readonly VehicleName[],
  ): Promise<Omit<FiledComplaints, NameFact | 'packed'> & { packed: Packed }>;
}

type NameFact = 'matchedModels' | 'modelListed';

/** From the service of NHTSA, or from our copy of its files. */
async function readFiled<Packed>(
  { models, file }: Reading<Packed>,
  vehicle: LookedUpVehicle,
): Promise<Omit<FiledComplaints, 'packed'> & { packed: Packed }> {
  const names = await resolveNhtsaNames(models, namedVehicle(vehicle));
  const filed = await file(names.asked);
  return {
    ...filed,
    matchedModels: names.asked.map(nameText),
    modelListed: names.modelListed || filed.counted.complaintCount > 0,
  };
}

async function forEach<Found>(
  names: readonly VehicleName[],
  find: (name: VehicleName) => Promise<readonly Found[]>,
): Promise<Found[]> {
  return (await Promise.all(names.map(find))).flat();
}

function readingCopy(reader: ComplaintReader, filing: Filing): Reading<PackedComplaints> {
  return {
    models: reader.models,
    async file(names) {
      const heads = await forEach(names, reader.complaintHeads);
      const fetch = async () => ({ blocks: await forEach(names, reader.complaintBlocks) });
      return { packed: { fetch }, missing: [], ...(await filing.count(heads)) };
    },
  };
}
