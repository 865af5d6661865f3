import type { Vehicle } from '../vehicle/vehicle.ts';
import type { Cents } from './money.ts';

export const fuels = ['petrol', 'diesel', 'hybrid', 'plug-in hybrid', 'electric'] as const;
export type Fuel = (typeof fuels)[number];

/** Kinds that are registered differently in most places. */
export const vehicleKinds = ['car', 'truck', 'motorcycle', 'other'] as const;
export type VehicleKind = (typeof vehicleKinds)[number];

interface Span {
  from: number;
  to: number;
}

/** From and to, both included; null: no end. */
type Bounds = [number, number | null] | undefined;

/** The cars for which something holds; all that is given must hold. */
export interface Condition {
  fuel?: readonly Fuel[] | undefined;
  age?: Bounds;
  registeredYears?: Bounds;
  modelYear?: Bounds;
  weightLb?: Bounds;
  weightKg?: Bounds;
  msrp?: Bounds;
  kind?: readonly VehicleKind[] | undefined;
  gvwrLb?: Bounds;
  engineLitres?: Bounds;
  county?: readonly string[] | undefined;
  notCounty?: readonly string[] | undefined;
  /** The words demand more than the car: never surely true. */
  andMore?: true | undefined;
}

/** The car that is bought, as far as it is known; what is left out leaves lines open. */
export interface Car {
  /** The fuels that it may have. */
  fuels?: readonly Fuel[];
  modelYear?: number;
  /** The weight of the empty car, in whole pounds and whole kilograms; a part of a kilogram counts as one. */
  weight?: Weight;
  /** The list price of the maker when the car was new. */
  msrp?: Cents;
  /** The kind that its VIN says it is, and in the words of the VIN; a car where nothing says otherwise. */
  kind?: VehicleKind;
  kindInWords?: string;
  /** The bounds of the weight rating in pounds; null: no upper one. */
  gvwrLb?: readonly [number, number | null];
  engineLitres?: number;
}

/** The facts on which conditions look: the car, and where its buyer lives. */
export interface CarFacts extends Car {
  /** The counties in which the buyer may live. */
  counties?: readonly string[] | undefined;
}

export const carParameters = ['fuel', 'model_year', 'weight_lb', 'msrp', 'postal_code'] as const;
export type CarParameter = (typeof carParameters)[number];

const LB_PER_KG = 2.20462262;

interface Weight {
  lb: number;
  kg: number;
}

export function weightOfKilograms(kilograms: number): Weight {
  return { lb: Math.round(kilograms * LB_PER_KG), kg: kilograms };
}

export function weightOfPounds(pounds: number): Weight {
  // The law says "over 1,000 kg": the class above begins right after its limit.
  return { lb: pounds, kg: Math.ceil(pounds / LB_PER_KG) };
}

/** Tells whether a condition holds for the car; undefined where that depends on something unknown. */
export function holds(condition: Condition, car: CarFacts, year: number): boolean | undefined {
  const { fuel, age, registeredYears, modelYear, weightLb, weightKg, msrp, andMore } = condition;
  const { kind, gvwrLb, engineLitres, county, notCounty } = condition;
  const listPrice = car.msrp === undefined ? undefined : car.msrp / 100;
  const answers: (boolean | undefined)[] = [];
  if (fuel) answers.push(holdsFor(fuel, car.fuels));
  if (age) answers.push(within(age, ageOf(car, year)));
  if (registeredYears) answers.push(within(registeredYears, registeredYearsOf(car, year)));
  if (modelYear) answers.push(within(modelYear, exactly(car.modelYear)));
  if (weightLb) answers.push(within(weightLb, exactly(car.weight?.lb)));
  if (weightKg) answers.push(within(weightKg, exactly(car.weight?.kg)));
  if (msrp) answers.push(within(msrp, exactly(listPrice)));
  if (kind) answers.push(kind.includes(car.kind ?? 'car'));
  if (gvwrLb) answers.push(within(gvwrLb, ratingOf(car)));
  if (engineLitres) answers.push(within(engineLitres, exactly(car.engineLitres)));
  if (county) answers.push(holdsFor(county, car.counties));
  if (notCounty) {
    const isThere = holdsFor(notCounty, car.counties);
    answers.push(isThere === undefined ? undefined : !isThere);
  }
  if (answers.includes(false)) return false;
  // Nothing here can decide what the words of a condition demand beside the car.
  return answers.includes(undefined) || andMore ? undefined : true;
}

function holdsFor<Value>(
  wanted: readonly Value[],
  possible: readonly Value[] | undefined,
): boolean | undefined {
  if (possible === undefined) return undefined;
  const fitting = possible.filter((value) => wanted.includes(value)).length;
  if (fitting === 0) return false;
  return fitting === possible.length ? true : undefined;
}

function within([from, to]: readonly [number, number | null], span: Span | undefined): boolean | undefined {
  if (span === undefined) return undefined;
  const top = to ?? Number.POSITIVE_INFINITY;
  if (span.from >= from && span.to <= top) return true;
  return span.to < from || span.from > top ? false : undefined;
}

function exactly(value: number | undefined): Span | undefined {
  return value === undefined ? undefined : { from: value, to: value };
}

function ratingOf({ gvwrLb }: Car): Span | undefined {
  return gvwrLb && { from: gvwrLb[0], to: gvwrLb[1] ?? Number.POSITIVE_INFINITY };
}

/** Whole years from the model year to this year; a car of the next model year is as new as one of this. */
function ageOf({ modelYear }: Car, year: number): Span | undefined {
  return modelYear === undefined ? undefined : exactly(Math.max(0, year - modelYear));
}

/** A car is registered first between the year before its model year and the year after it. */
function registeredYearsOf({ modelYear }: Car, year: number): Span | undefined {
  if (modelYear === undefined) return undefined;
  return { from: Math.max(1, year - modelYear), to: Math.max(1, year - modelYear + 2) };
}

/** The parts of a condition that each parameter answers. */
export const conditionsOf: Record<CarParameter, readonly (keyof Condition)[]> = {
  fuel: ['fuel'],
  model_year: ['age', 'registeredYears', 'modelYear'],
  weight_lb: ['weightLb', 'weightKg'],
  msrp: ['msrp'],
  postal_code: ['county', 'notCounty'],
};

export function parametersOf(condition: Condition): CarParameter[] {
  return carParameters.filter((parameter) => conditionsOf[parameter].some((name) => condition[name]));
}

/** Tells whether the parameter would still add something to what is known of the car. */
export function isOpen(parameter: CarParameter, car: CarFacts | undefined): boolean {
  switch (parameter) {
    case 'fuel':
      return car?.fuels === undefined || car.fuels.length > 1;
    case 'model_year':
      return car?.modelYear === undefined;
    case 'weight_lb':
      return car?.weight === undefined;
    case 'msrp':
      return car?.msrp === undefined;
    case 'postal_code':
      return car?.counties === undefined || car.counties.length > 1;
  }
}

type Known = Pick<
  Vehicle,
  'year' | 'vehicleType' | 'bodyClass' | 'model' | 'trim' | 'series' | 'engine' | 'electrification' | 'weight'
>;

/** Reads from a decoded vehicle the facts that decide on fees. */
export function carOfVehicle(vehicle: Known): Car {
  const fuels = fuelsOf(vehicle);
  const { curbLb, gvwrMinLb, gvwrMaxLb } = vehicle.weight;
  const { displacementCc, displacementL } = vehicle.engine;
  const litres = displacementCc === null ? displacementL : displacementCc / 1000;
  const kind = kindOf(vehicle);
  return {
    modelYear: vehicle.year,
    ...(fuels.length > 0 && { fuels }),
    ...(curbLb !== null && { weight: weightOfPounds(Math.round(curbLb)) }),
    ...(gvwrMinLb !== null && { gvwrLb: [gvwrMinLb, gvwrMaxLb] as const }),
    ...(litres !== null && { engineLitres: litres }),
    ...(kind !== 'car' && { kind, kindInWords: vehicle.vehicleType ?? kind }),
  };
}

function kindOf({ vehicleType, bodyClass }: Pick<Known, 'vehicleType' | 'bodyClass'>): VehicleKind {
  const type = vehicleType ?? '';
  if (type === '' || /passenger/i.test(type)) return 'car';
  if (/motorcycle/i.test(type)) return 'motorcycle';
  return /truck/i.test(type) || /pickup|truck|cab/i.test(bodyClass ?? '') ? 'truck' : 'other';
}

/** More than one where the decode leaves it open, none where it says nothing. */
function fuelsOf({ engine, electrification, model, trim, series }: Known): Fuel[] {
  const level = electrification?.level ?? '';
  if (/\bBEV\b|\bFCEV\b/.test(level)) return ['electric'];
  if (/\bPHEV\b/.test(level)) return ['plug-in hybrid'];
  if (/HEV/.test(level)) return ['hybrid'];
  const primary = engine.fuelType ?? '';
  const secondary = engine.fuelTypeSecondary ?? '';
  if (primary === '') return [];
  if (/electric|hydrogen|fuel cell/i.test(primary)) {
    return secondary === '' ? ['electric'] : ['hybrid', 'plug-in hybrid'];
  }
  const names = [model, trim, series].join(' ');
  if (/electric/i.test(secondary)) {
    return /plug-?in|PHEV|prime/i.test(names) ? ['plug-in hybrid'] : ['hybrid', 'plug-in hybrid'];
  }
  if (/hybrid|HEV|4xe|e-tron/i.test(names)) return ['hybrid', 'plug-in hybrid'];
  if (/diesel/i.test(primary)) return ['diesel'];
  // The decoder does not name the electric side of every hybrid.
  return electrification === null ? ['petrol', 'hybrid'] : ['petrol'];
}
