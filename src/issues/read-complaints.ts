import { patienceLeftMs, type Waited } from '../lib/clock.ts';
import { type Mirror, preferCopy } from '../mirror/read/mirror.ts';
import { type LookedUpVehicle, namedVehicle } from '../names/named-vehicle.ts';
import { type ListModels, listLiveModels, nameText, resolveNhtsaNames } from '../names/nhtsa-names.ts';
import { namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { freshMsWith } from '../sources/keep-missing.ts';
import type { Nhtsa, VehicleName } from '../sources/nhtsa/nhtsa.ts';
import type { RecordedWorld } from '../sources/recorded-world.ts';
import { type FiledComplaints, filedComplaintsSchema, recordedComplaintsSchema } from './filed-complaints.ts';
import type { Filing } from './filing.ts';

const HOUR_MS = 3_600_000;
export const COMPLAINTS_FRESH_MS = 24 * HOUR_MS;
const STALE_MS = 90 * 24 * HOUR_MS;

export interface ComplaintsSource {
  /** The address they are read from. */
  readonly url?: string;
  /** Distinguishes two vehicles exactly when their complaints are filed under other names. */
  keyOf(vehicle: LookedUpVehicle): string;
  read(vehicle: LookedUpVehicle, waited?: Waited): Promise<Cached<FiledComplaints>>;
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
  const reading = {
    models: listLiveModels(dependencies, 'complaints'),
    complaintsByVehicle: (name: VehicleName) => nhtsa.complaintsByVehicle(name, filing.read),
  };
  return {
    url: nhtsa.url,
    keyOf,
    read: (vehicle, waited = {}) =>
      preferCopy(mirror, 'complaints', {
        read: (reader) => readFiled(reader, filing, vehicle),
        isKnown: ({ modelListed }) => modelListed,
        live: () =>
          cachedFetch({
            key: `issues/complaints/3/${keyOf(vehicle)}`,
            freshMs: COMPLAINTS_FRESH_MS,
            staleMs: STALE_MS,
            source: { source: 'NHTSA complaints', url: nhtsa.url },
            schema: filedComplaintsSchema,
            fetch: () => readFiled(reading, filing, vehicle),
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

interface Reading {
  models: ListModels;
  complaintsByVehicle(name: VehicleName): Promise<Parameters<Filing['file']>[0][number]>;
}

/** From the service of NHTSA, or from our copy of its files. */
async function readFiled(
  { models, complaintsByVehicle }: Reading,
  filing: Filing,
  vehicle: LookedUpVehicle,
): Promise<FiledComplaints> {
  const names = await resolveNhtsaNames(models, namedVehicle(vehicle));
  const filed = await filing.file(await Promise.all(names.asked.map(complaintsByVehicle)));
  return {
    ...filed,
    matchedModels: names.asked.map(nameText),
    modelListed: names.modelListed || filed.counted.complaintCount > 0,
  };
}
