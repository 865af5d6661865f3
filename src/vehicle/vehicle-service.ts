import { descriptorOf } from '@forecourt/vin/vin-text';
import { isServiceError, ServiceError } from '../errors/service-error.ts';
import type { Elapsed } from '../lib/clock.ts';
import type { EmbeddedDecoder, RawFields } from '../sources/vpic/embedded-decoder.ts';
import type { LiveDecoder } from '../sources/vpic/live-decoder.ts';
import { doubtAbout, meantBy, resolveVehicle } from './doubtful-vin.ts';
import { codesOf, IDENTITY, isIdentified, textOf, VERDICT_CODES } from './normalise.ts';
import { SUPPLEMENT_NAME, supplemented } from './supplement.ts';
import type { DecodedVehicle, DecodeProvenance } from './vehicle.ts';
import { invalidVin, vinProblem } from './vin-schema.ts';

interface VehicleServiceOptions {
  embedded: EmbeddedDecoder;
  live?: LiveDecoder;
  /**
   * auto: embedded, completed by the live service where the data is partial, old or silent; embedded: no calls out; vpic:
   * the live service, completed by what only the whole VIN says.
   */
  mode: 'auto' | 'embedded' | 'vpic';
  now?: () => number;
  /** The deadline of the live service in auto mode. */
  deadlineMs?: number;
}

export type VehicleService = ReturnType<typeof createVehicleService>;

const LIVE_NAME = 'NHTSA vPIC';
const EMBEDDED_NAME = 'NHTSA vPIC (embedded)';
const DEFAULT_DEADLINE_MS = 800;
/** The deadline where only the live service may answer. The rest of a caller's time is for the sources asked after it. */
const ONLY_LIVE_DEADLINE_MS = 5_000;
/** NHTSA publishes monthly; older data has missed a month. */
const OLD_MS = 45 * 86_400_000;

const NOTES = {
  'other VIN': 'The live service answered for another VIN; nothing was added.',
  'not known': 'The live service does not know this vehicle; nothing was added.',
  unknown: 'The embedded data does not know this vehicle; the whole answer is live.',
  contradicted: (differing: readonly string[]) =>
    `The live service names another vehicle than the embedded data (differing: ${differing.join(', ')}); the whole answer is live.`,
};

interface Outcome extends Required<Elapsed> {
  fields: RawFields;
  provenance: DecodeProvenance;
}

export function createVehicleService(options: VehicleServiceOptions) {
  const { embedded, live, mode, now = Date.now, deadlineMs = DEFAULT_DEADLINE_MS } = options;

  async function fromLive(vin: string, signal: AbortSignal | undefined): Promise<Outcome> {
    if (live === undefined) throw new ServiceError('upstream_unavailable', { source: LIVE_NAME });
    const startedMs = now();
    const answer = await live.decode(descriptorOf(vin), {
      deadlineMs: ONLY_LIVE_DEADLINE_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    return {
      fields: onlyLive(answersOf(vin, embedded.decode(vin, now()), answer.fields)),
      provenance: { ...answer.provenance, completion: null, completionNote: null },
      elapsedMs: now() - startedMs,
    };
  }

  function answersOf(vin: string, whole: RawFields, answer: RawFields): Answers {
    const withoutSerial = embedded.decode(descriptorOf(vin), now());
    const fromSerial = Object.keys(whole).filter((code) => whole[code] !== withoutSerial[code]);
    return { vin, embedded: whole, live: answer, fromSerial: new Set(fromSerial) };
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
      elapsedMs: 0,
    };
  }

  function isEnough(fields: RawFields): boolean {
    return embedded.isWhole && isIdentified(fields) && now() - Date.parse(embedded.date) <= OLD_MS;
  }

  async function fromBoth(vin: string, signal: AbortSignal | undefined): Promise<Outcome> {
    const answer = fromEmbedded(vin);
    if (live === undefined || isEnough(answer.fields)) return answer;
    const startedMs = now();
    const answered = await live
      .decode(descriptorOf(vin), { deadlineMs, ...(signal === undefined ? {} : { signal }) })
      .catch((error: unknown) => {
        signal?.throwIfAborted();
        if (isServiceError(error, 'upstream_unavailable')) return undefined;
        throw error;
      });
    const elapsedMs = now() - startedMs;
    const noted = (completionNote: string): Outcome => ({
      ...answer,
      provenance: { ...answer.provenance, completionNote },
      elapsedMs,
    });
    if (answered === undefined) return noted('The live service did not answer in time; nothing was added.');
    const completion = completeFields(answersOf(vin, answer.fields, answered.fields));
    if (completion.kind === 'left alone') return noted(NOTES[completion.why]);
    if (completion.kind === 'replaced') {
      const { fields, differing } = completion;
      const completionNote = differing.length === 0 ? NOTES.unknown : NOTES.contradicted(differing);
      return { fields, provenance: { ...answered.provenance, completion: null, completionNote }, elapsedMs };
    }
    return {
      fields: completion.fields,
      provenance: {
        ...answer.provenance,
        completion: { ...answered.provenance, fields: completion.added },
      },
      elapsedMs,
    };
  }

  /** Where NHTSA's data name no car, our own supplement is asked, and the answer is said to be its. */
  function withSupplement(vin: string, outcome: Outcome): Outcome {
    const found = supplemented(vin, outcome.fields);
    if (found === undefined) return outcome;
    const fetchedAt = new Date(found.verifiedOn);
    const provenance = {
      source: SUPPLEMENT_NAME,
      dataset: `supplement ${found.verifiedOn}`,
      fetchedAt: fetchedAt.toISOString(),
      ageSeconds: Math.max(0, Math.floor((now() - fetchedAt.getTime()) / 1000)),
      cache: 'none' as const,
      completion: null,
      completionNote: found.note,
    };
    return { fields: found.fields, provenance, elapsedMs: outcome.elapsedMs };
  }

  return {
    /** Says what speaks against the VIN of a car that decodes, before anybody pays; undefined where nothing does. */
    doubtAbout: (vin: string) => doubtAbout(vin, embedded, now()),
    /** Lists the VINs that a text may stand for. */
    meantBy: (text: string) => meantBy(text, embedded, now()),
    /** Rejects with invalid_vin, vehicle_not_resolved or, where only the live service may answer, upstream_unavailable. */
    async decode(
      input: string,
      { signal }: { signal?: AbortSignal } = {},
    ): Promise<DecodedVehicle & Required<Elapsed>> {
      const problem = vinProblem(input);
      if (problem !== undefined) throw invalidVin(input, problem, meantBy(input, embedded, now()));
      const vin = input.trim().toUpperCase();
      signal?.throwIfAborted();
      const outcome =
        mode === 'vpic'
          ? await fromLive(vin, signal)
          : mode === 'embedded'
            ? fromEmbedded(vin)
            : await fromBoth(vin, signal);
      const { fields, provenance, elapsedMs } = withSupplement(vin, outcome);
      const { vinWarning, ...resolved } = resolveVehicle(vin, fields, embedded, now());
      return { ...(vinWarning !== undefined && { vinWarning }), vin, ...resolved, provenance, elapsedMs };
    },
  };
}

interface Answers {
  vin: string;
  /** The decode of the whole VIN by the embedded data. */
  embedded: RawFields;
  /** The decode of its descriptor, without check digit and serial number, by the live service. */
  live: RawFields;
  /** Elements that the embedded decode reads from what the live service was not sent. */
  fromSerial: ReadonlySet<string>;
}

type Completion =
  | { kind: 'completed'; fields: RawFields; added: string[] }
  /** The embedded data does not know the vehicle; `differing` is empty then. Or it names another one. */
  | { kind: 'replaced'; fields: RawFields; differing: string[] }
  | { kind: 'left alone'; why: 'other VIN' | 'not known' };

/**
 * Joins the embedded decode with the live one, which is the newer and, beside a partial dataset, the fuller: what it says
 * counts. A vehicle that only the live one knows, or that it names otherwise, is taken whole, so that the facts of two
 * vehicles are never mixed. An answer for another VIN is passed over.
 */
function completeFields(answers: Answers): Completion {
  const { embedded, live } = answers;
  const descriptor = textOf(live, 'VehicleDescriptor');
  if (descriptor !== null && descriptor !== textOf(embedded, 'VehicleDescriptor')) {
    return { kind: 'left alone', why: 'other VIN' };
  }
  if (!isIdentified(live)) return { kind: 'left alone', why: 'not known' };
  if (!isIdentified(embedded)) return { kind: 'replaced', fields: onlyLive(answers), differing: [] };
  const differing = IDENTITY.filter((code) => !namesSame(code, embedded, live));
  if (differing.length > 0) return { kind: 'replaced', fields: onlyLive(answers), differing };

  const added = facts(live).filter(
    (code) => !answers.fromSerial.has(code) && !isSameValue(embedded[code], live[code]),
  );
  const fields = Object.fromEntries(facts(embedded).map((code) => [code, embedded[code] ?? '']));
  for (const code of added) fields[code] = live[code] ?? '';
  return { kind: 'completed', fields: { ...fields, ...joinVerdicts(answers) }, added };
}

/** The live answer, with what only the whole VIN says about itself. */
function onlyLive(answers: Answers): RawFields {
  const { embedded, live, fromSerial } = answers;
  const fields = Object.fromEntries(facts(live).map((code) => [code, live[code] ?? '']));
  const isSameVehicle = isIdentified(embedded) && IDENTITY.every((code) => namesSame(code, embedded, live));
  if (isSameVehicle) for (const code of fromSerial) fields[code] = embedded[code] ?? '';
  return { ...fields, ...joinVerdicts(answers) };
}

/** Picks what is said of the vehicle, not of the VIN. */
function facts(fields: RawFields): string[] {
  return Object.keys(fields).filter((code) => !VERDICT_CODES.includes(code) && textOf(fields, code) !== null);
}

/** One name of a model may be a part of the other: "XVS650 (V Star 650)" and "V Star 650". */
function namesSame(code: string, embedded: RawFields, live: RawFields): boolean {
  const [one, other] = [letters(textOf(embedded, code)), letters(textOf(live, code))];
  if (one === other) return true;
  return code === 'Model' && one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

function letters(text: string | null): string {
  return (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isSameValue(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [(one ?? '').trim(), (other ?? '').trim()];
  if (a.toLowerCase() === b.toLowerCase()) return true;
  return a !== '' && b !== '' && Number(a) === Number(b);
}

/** Codes that the live service cannot see, because it was not sent the check digit and the serial number. */
const OURS = [1, 400];
/** Codes that are not taken from it: it finds the VIN incomplete for the same reason. */
const NOT_THEIRS = [0, 6, ...OURS];
/** Codes that say nothing against a clean decode. */
const HARMLESS = [9, 10, 12, 14];
const CLEAN = 0;
const CLEAN_TEXT = '0 - VIN decoded clean. Check Digit (9th position) is correct';

interface Verdicts {
  vin: string;
  embedded: RawFields;
  live: RawFields;
}

/** The live service's verdict on the descriptor, with ours on the rest of the VIN. */
function joinVerdicts({ vin, embedded, live }: Verdicts): RawFields {
  const found = [
    ...codesOf(live).filter((code) => !NOT_THEIRS.includes(code)),
    ...codesOf(embedded).filter((code) => OURS.includes(code)),
  ];
  const isClean = found.every((code) => HARMLESS.includes(code));
  const codes = [...new Set(isClean ? [CLEAN, ...found] : found)].sort((a, b) => a - b);
  const texts = new Map([[CLEAN, CLEAN_TEXT], ...textsOf(embedded), ...textsOf(live)]);
  const suggested = textOf(live, 'SuggestedVIN');
  return {
    ErrorCode: codes.join(','),
    ErrorText: codes.flatMap((code) => texts.get(code) ?? []).join('; '),
    AdditionalErrorText: live.AdditionalErrorText ?? '',
    SuggestedVIN: suggested === null ? '' : withCharactersOf(vin, suggested),
    PossibleValues: live.PossibleValues ?? '',
    VehicleDescriptor: embedded.VehicleDescriptor ?? '',
  };
}

/** Code -> its words: they come as "1 - ...; 14 - ...". */
function textsOf(fields: RawFields): [number, string][] {
  return (fields.ErrorText ?? '')
    .split(/;\s*(?=\d+ - )/)
    .filter((text) => /^\d+ - /.test(text))
    .map((text): [number, string] => [Number.parseInt(text, 10), text.trim()]);
}

/** Puts back what was not sent. */
function withCharactersOf(vin: string, suggested: string): string {
  return [...vin].map((own, at) => (suggested[at] ?? '*').replace('*', own)).join('');
}
