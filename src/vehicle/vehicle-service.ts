import { InvalidVin } from '../failures/invalid-vin.ts';
import { UpstreamUnavailable } from '../failures/upstream-unavailable.ts';
import { VehicleNotResolved } from '../failures/vehicle-not-resolved.ts';
import type { Provenance } from '../sources/provenance.ts';
import { completeFields } from './complete.ts';
import type { DecodedVehicle, DecodeProvenance } from './decoded.ts';
import { identifiedVehicle, normaliseVehicle } from './normalise.ts';
import type { RawFields } from './raw-fields.ts';
import { verdictOf } from './verdict-of.ts';
import { vinProblem } from './vin-input.ts';

/** The engine with its data, as this service needs it. */
export interface EmbeddedDecoder {
  decode(vin: string, nowMs: number): RawFields;
  /** Name and version of the data. */
  dataset: string;
  /** Date of the newest row, ISO. */
  date: string;
}

/** The live service, through the cache. */
export interface LiveDecoder {
  /** `patienceMs` bounds the wait; what arrives later is cached for the next call. */
  decode(
    vin: string,
    options: { patienceMs?: number; signal?: AbortSignal },
  ): Promise<{
    fields: RawFields;
    provenance: Provenance;
  }>;
}

export interface VehicleServiceOptions {
  embedded: EmbeddedDecoder;
  live?: LiveDecoder;
  /** auto: embedded, completed by the live service; embedded: no calls out; vpic: the live service only. */
  mode: 'auto' | 'embedded' | 'vpic';
  now?: () => number;
  /** How long, in auto mode, an answer waits for the live service. */
  patienceMs?: number;
}

export interface VehicleService {
  /** Rejects with InvalidVin, VehicleNotResolved or, where only the live service may answer, UpstreamUnavailable. */
  decode(vin: string, options?: { signal?: AbortSignal }): Promise<DecodedVehicle>;
}

const LIVE_NAME = 'NHTSA vPIC';
const EMBEDDED_NAME = 'NHTSA vPIC (embedded)';
const DEFAULT_PATIENCE_MS = 800;

interface Outcome {
  fields: RawFields;
  provenance: DecodeProvenance;
}

export function createVehicleService(options: VehicleServiceOptions): VehicleService {
  const { embedded, live, mode, now = Date.now, patienceMs = DEFAULT_PATIENCE_MS } = options;

  async function fromLive(vin: string, signal: AbortSignal | undefined): Promise<Outcome> {
    if (live === undefined) throw new UpstreamUnavailable(LIVE_NAME);
    const { fields, provenance } = await live.decode(vin, signal === undefined ? {} : { signal });
    return { fields, provenance: { ...provenance, completion: null, completionNote: null } };
  }

  function fromEmbedded(vin: string): Outcome {
    const nowMs = now();
    const fetchedAt = new Date(embedded.date);
    return {
      fields: embedded.decode(vin, nowMs),
      provenance: {
        source: EMBEDDED_NAME,
        dataset: embedded.dataset,
        fetchedAt: fetchedAt.toISOString(),
        ageSeconds: Math.max(0, Math.floor((nowMs - fetchedAt.getTime()) / 1000)),
        cache: 'none',
        completion: null,
        completionNote: null,
      },
    };
  }

  async function fromBoth(vin: string, signal: AbortSignal | undefined): Promise<Outcome> {
    const answer = fromEmbedded(vin);
    if (live === undefined) return answer;
    const noted = (completionNote: string): Outcome => ({
      ...answer,
      provenance: { ...answer.provenance, completionNote },
    });
    const answered = await live
      .decode(vin, { patienceMs, ...(signal === undefined ? {} : { signal }) })
      .catch((error: unknown) => {
        signal?.throwIfAborted();
        if (error instanceof UpstreamUnavailable) return undefined;
        throw error;
      });
    if (answered === undefined) return noted('The live service did not answer in time; nothing was added.');
    const completion = completeFields(answer.fields, answered.fields);
    if (completion.kind === 'contradicted') {
      return noted(
        `The live service names another vehicle (differing: ${completion.differing.join(', ')}); nothing was added.`,
      );
    }
    if (completion.kind === 'replaced') {
      return {
        fields: completion.fields,
        provenance: {
          ...answered.provenance,
          completion: null,
          completionNote: 'The embedded data does not know this vehicle; the whole answer is live.',
        },
      };
    }
    return {
      fields: completion.fields,
      provenance: {
        ...answer.provenance,
        completion: { ...answered.provenance, fields: completion.added },
      },
    };
  }

  return {
    async decode(input, { signal } = {}) {
      const problem = vinProblem(input);
      if (problem !== undefined) throw new InvalidVin(input, problem);
      const vin = input.trim().toUpperCase();
      signal?.throwIfAborted();
      const outcome =
        mode === 'vpic'
          ? await fromLive(vin, signal)
          : mode === 'embedded'
            ? fromEmbedded(vin)
            : await fromBoth(vin, signal);
      return { vin, ...resolved(outcome), provenance: outcome.provenance };
    },
  };
}

/** The vehicle, or the failure that says why it is none. */
function resolved({ fields }: Outcome): Pick<DecodedVehicle, 'vehicle' | 'decode'> {
  const partial = normaliseVehicle(fields);
  const vehicle = identifiedVehicle(partial);
  const decode = verdictOf(fields);
  if (vehicle !== undefined) return { vehicle, decode };
  throw new VehicleNotResolved({
    vpicErrorText: decode.errorText ?? 'The decoder gave no reason.',
    vpicErrorCodes: decode.errorCodes,
    ...(decode.suggestedVin === null ? {} : { suggestedVin: decode.suggestedVin }),
    vehicle: partial,
  });
}
