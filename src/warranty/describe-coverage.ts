import { withThousands } from '../lib/wording.ts';
import { chooseTerm, namedInWords } from './find-entry.ts';
import type { CoveredPowertrain, Entry, Exception, Maker } from './maker-schema.ts';
import type { SoldVehicle } from './sold-vehicle.ts';
import type { Coverage, LaterOwners, SourceReference, Term } from './warranty.ts';

const KM_PER_MILE = 1.609344;

type Stated = Exclude<Entry['basic'], string>;
type Battery = Exclude<Entry['evBattery'], string>;
interface Distance {
  miles?: number | undefined;
  km?: number | undefined;
  unlimitedDistance?: true | undefined;
}

/** The facts that a description needs beside the coverage itself. */
export interface Case {
  maker: Maker;
  entry: Entry;
  vehicle: SoldVehicle;
}

/** A coverage, or why this vehicle has none that is known. */
export interface Described {
  coverage: Coverage | null;
  reason?: string | undefined;
}

/** A coverage with both units and with everything a buyer must know in its note. */
export function describeCoverage(
  stated: Stated,
  { maker, entry, vehicle }: Case,
  ...remarks: readonly (string | undefined)[]
): Described {
  const { stated: chosen, note, possible } = chooseTerm(stated, vehicle);
  if (chosen === 'not established') return { coverage: null, reason: note };
  const source = sourceOf(maker, chosen.source ?? stated.source ?? entry.source);
  const laterOwners = describeLaterOwners(chosen, source, maker);
  return {
    coverage: {
      ...termOf(chosen),
      transferable: chosen.transferable ?? null,
      laterOwners,
      note: sentences([
        ...remarks,
        chosen.lifetime ? 'For life.' : undefined,
        chosen.transferable === false ? laterOwnersInWords(laterOwners) : undefined,
        chosen.note,
        ...possible.map(exceptionInWords),
      ]),
    },
  };
}

function describeLaterOwners(stated: Stated, source: SourceReference, maker: Maker): LaterOwners {
  const { transferable, laterOwners } = stated;
  if (transferable === true) return { kind: 'term', ...termOf(stated), source };
  if (transferable === undefined || laterOwners === undefined) return { kind: 'unknown' };
  if (laterOwners === 'end') return { kind: 'ends_with_first_owner', source };
  const own = laterOwners.source === undefined ? source : sourceOf(maker, laterOwners.source);
  return { kind: 'term', ...termOf(laterOwners), source: own };
}

function laterOwnersInWords(laterOwners: LaterOwners): string {
  switch (laterOwners.kind) {
    case 'term':
      return `First owner only; later owners have ${termInWords(laterOwners)} from the first day in service.`;
    case 'ends_with_first_owner':
      return 'First owner only; it ends when the vehicle is sold.';
    case 'unknown':
      return 'First owner only; what later owners have is not established.';
  }
}

function exceptionInWords(exception: Exception): string {
  const words = namedInWords(exception);
  if (exception.notEstablished) return `${words} are excepted. ${exception.note ?? ''}`.trim();
  return `${words} have ${termInWords(termOf(exception))} instead.`;
}

function sourceOf(maker: Maker, key: string): SourceReference {
  const source = maker.sources[key];
  if (!source) throw new Error(`Warranty data of ${maker.make}: no source "${key}".`);
  return { url: source.url, title: source.title };
}

export function describePowertrain(question: Case): Described {
  const { powertrain, basic } = question.entry;
  if (typeof powertrain === 'string') return { coverage: null };
  if (!powertrain.within || hasOwnTerm(powertrain, question.vehicle))
    return describeCoverage(powertrain, question);
  if (typeof basic === 'string') return { coverage: null };
  // Only the term is that of basic; remarks on basic stay with basic.
  const { note: _, ...term } = basic;
  const { possible } = chooseTerm(powertrain, question.vehicle);
  return describeCoverage(
    term,
    question,
    'Part of basic; no longer term of its own.',
    powertrain.note,
    ...possible.map(exceptionInWords),
  );
}

function hasOwnTerm(powertrain: Exclude<Entry['powertrain'], string>, vehicle: SoldVehicle): boolean {
  return chooseTerm(powertrain, vehicle).stated !== powertrain;
}

/** The battery coverage for a vehicle with one of these powertrains; none where it has none of those covered. */
export function describeBattery(
  battery: Battery,
  possible: readonly CoveredPowertrain[],
  question: Case,
): Described {
  const covered = possible.filter((powertrain) => battery.covers.includes(powertrain));
  if (covered.length === 0) return { coverage: null };
  const isCertain = covered.length === possible.length;
  return describeCoverage(
    battery,
    question,
    isCertain ? undefined : `Only for ${either(covered)} vehicles.`,
    ...capacitySentences(battery, covered),
  );
}

function capacitySentences(
  { capacity }: Battery,
  covered: readonly CoveredPowertrain[],
): (string | undefined)[] {
  if (!capacity?.of.some((powertrain) => covered.includes(powertrain))) return [];
  const forAll = covered.every((powertrain) => capacity.of.includes(powertrain));
  const subject = forAll ? 'Capacity' : `For ${capacity.of.join(' and ')} vehicles capacity`;
  const limits = capacity.months
    ? ` for ${termInWords(termOf({ ...capacity, months: capacity.months }))}`
    : '';
  return [`${subject} of at least ${capacity.percent}% is warranted${limits}.`, capacity.note];
}

function termOf(stated: Distance & { months?: number | undefined; lifetime?: true | undefined }): Term {
  return {
    months: stated.lifetime ? null : (stated.months ?? null),
    ...bothUnits(stated),
    unlimitedDistance: stated.unlimitedDistance ?? false,
  };
}

export function bothUnits({ miles, km }: Distance): { miles: number | null; km: number | null } {
  return {
    miles: miles ?? (km === undefined ? null : Math.round(km / KM_PER_MILE)),
    km: km ?? (miles === undefined ? null : Math.round(miles * KM_PER_MILE)),
  };
}

export function termInWords({ months, miles, km }: Term): string {
  const distance =
    miles === null || km === null ? 'without a distance limit' : `or ${count(miles)} miles (${count(km)} km)`;
  return `${months === null ? 'for life' : `${months} months`} ${distance}`;
}

function either(powertrains: readonly CoveredPowertrain[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(powertrains);
}

function count(value: number): string {
  return withThousands(value);
}

function sentences(parts: readonly (string | undefined)[]): string | null {
  return parts.filter(Boolean).join(' ') || null;
}
