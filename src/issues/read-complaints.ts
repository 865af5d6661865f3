import { z } from 'zod';
import { type LookedUpVehicle, namedVehicle } from '../names/named-vehicle.ts';
import { namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import type { Nhtsa } from '../sources/nhtsa/nhtsa.ts';
import { nameText, resolveNhtsaNames } from '../sources/nhtsa/resolve-names.ts';
import { type Complaint, complaintFromNhtsa, uniqueComplaints } from './complaint.ts';

const HOUR_MS = 3_600_000;
export const COMPLAINTS_FRESH_MS = 24 * HOUR_MS;
const STALE_MS = 90 * 24 * HOUR_MS;

const complaintSchema = z.object({
  odiNumber: z.number().int().positive(),
  filedOn: z.string().nullable(),
  incidentOn: z.string().nullable(),
  components: z.array(z.string()),
  crash: z.boolean(),
  fire: z.boolean(),
  injuries: z.number(),
  deaths: z.number(),
  summary: z.string(),
  vinPrefix: z.string().exactOptional(),
}) satisfies z.ZodType<Complaint>;

const filedSchema = z.object({
  complaints: z.array(complaintSchema),
  matchedModels: z.array(z.string()),
  modelListed: z.boolean(),
});

/** All complaints of a vehicle, under every name by which NHTSA files it. */
export type FiledComplaints = z.infer<typeof filedSchema>;

export interface ComplaintsSource {
  /** Tells two vehicles apart exactly when their complaints are filed under other names. */
  keyOf(vehicle: LookedUpVehicle): string;
  read(vehicle: LookedUpVehicle): Promise<Cached<FiledComplaints>>;
}

export function createComplaintsSource(dependencies: {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
}): ComplaintsSource {
  const { nhtsa, cachedFetch } = dependencies;
  const keyOf = (vehicle: LookedUpVehicle) => namingKey(namedVehicle(vehicle));
  return {
    keyOf,
    read: (vehicle) =>
      cachedFetch({
        key: `issues/complaints/1/${keyOf(vehicle)}`,
        freshMs: COMPLAINTS_FRESH_MS,
        staleMs: STALE_MS,
        source: { source: 'NHTSA complaints', url: nhtsa.url },
        schema: filedSchema,
        fetch: () => fetchComplaints(dependencies, vehicle),
      }),
  };
}

async function fetchComplaints(
  dependencies: { nhtsa: Nhtsa; cachedFetch: CachedFetch },
  vehicle: LookedUpVehicle,
): Promise<FiledComplaints> {
  const names = await resolveNhtsaNames(dependencies, namedVehicle(vehicle), 'complaints');
  const filed = await Promise.all(names.asked.map((name) => dependencies.nhtsa.complaintsByVehicle(name)));
  const complaints = uniqueComplaints(
    filed
      .flat()
      .map((record) => complaintFromNhtsa(record))
      .filter((complaint) => complaint !== undefined),
  );
  return {
    complaints: complaints.map((complaint) => ({ ...complaint, components: [...complaint.components] })),
    matchedModels: names.asked.map(nameText),
    modelListed: names.modelListed || complaints.length > 0,
  };
}
