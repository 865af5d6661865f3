import type { Entry, Powertrain } from './maker-schema.ts';
import type { Coverage } from './warranty.ts';

const KM_PER_MILE = 1.609344;

type Told = Exclude<Entry['basic'], string>;
type Battery = Exclude<Entry['evBattery'], string>;
interface Distance {
  miles?: number | undefined;
  km?: number | undefined;
  unlimitedDistance?: true | undefined;
}

/** A coverage with both units and with everything a buyer must know in its note. */
export function describeCoverage(told: Told, ...remarks: readonly (string | undefined)[]): Coverage {
  return {
    months: told.lifetime ? null : (told.months ?? null),
    ...bothUnits(told),
    unlimitedDistance: told.unlimitedDistance ?? false,
    transferable: told.transferable ?? null,
    note: sentences([
      ...remarks,
      told.lifetime ? 'For life.' : undefined,
      told.laterOwners &&
        `First owner only; later owners have ${term(told.laterOwners)} from the first day in service.`,
      told.note,
    ]),
  };
}

export function describePowertrain(entry: Entry): Coverage | null {
  const { powertrain, basic } = entry;
  if (typeof powertrain === 'string') return null;
  if (!powertrain.within) return describeCoverage(powertrain);
  if (typeof basic === 'string') return null;
  // Only the term is that of basic; remarks on basic stay with basic.
  const { note: _, ...term } = basic;
  return describeCoverage(term, 'Part of basic; no longer term of its own.', powertrain.note);
}

/** The battery coverage for a vehicle with one of these powertrains, or null where it has none of those covered. */
export function describeBattery(battery: Battery, possible: readonly Powertrain[]): Coverage | null {
  const covered = possible.filter((powertrain) => battery.covers.includes(powertrain));
  if (covered.length === 0) return null;
  const isCertain = covered.length === possible.length;
  return describeCoverage(
    battery,
    isCertain ? undefined : `Only for ${either(covered)} vehicles.`,
    ...capacitySentences(battery, covered),
  );
}

function capacitySentences({ capacity }: Battery, covered: readonly Powertrain[]): (string | undefined)[] {
  if (!capacity?.of.some((powertrain) => covered.includes(powertrain))) return [];
  const forAll = covered.every((powertrain) => capacity.of.includes(powertrain));
  const subject = forAll ? 'Capacity' : `For ${capacity.of.join(' and ')} vehicles capacity`;
  const limits = capacity.months ? ` for ${term({ ...capacity, months: capacity.months })}` : '';
  return [`${subject} of at least ${capacity.percent}% is warranted${limits}.`, capacity.note];
}

function bothUnits({ miles, km }: Distance): { miles: number | null; km: number | null } {
  return {
    miles: miles ?? (km === undefined ? null : Math.round(km / KM_PER_MILE)),
    km: km ?? (miles === undefined ? null : Math.round(miles * KM_PER_MILE)),
  };
}

function term(told: Distance & { months: number }): string {
  const { miles, km } = bothUnits(told);
  const distance =
    miles === null || km === null ? 'without a distance limit' : `or ${count(miles)} miles (${count(km)} km)`;
  return `${told.months} months ${distance}`;
}

function either(powertrains: readonly Powertrain[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(powertrains);
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function sentences(parts: readonly (string | undefined)[]): string | null {
  return parts.filter(Boolean).join(' ') || null;
}
