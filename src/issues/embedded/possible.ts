import type { Vehicle } from '../../vehicle/vehicle.ts';

/** What of a decoded vehicle decides which failures it can have; unknown where the decoder does not say. */
export interface VehicleTraits {
  diesel: boolean | undefined;
  combustion: boolean | undefined;
  hybridOrElectric: boolean | undefined;
  plugIn: boolean | undefined;
  manual: boolean | undefined;
  slidingDoor: boolean | undefined;
  pickup: boolean | undefined;
}

export const UNKNOWN_TRAITS: VehicleTraits = {
  diesel: undefined,
  combustion: undefined,
  hybridOrElectric: undefined,
  plugIn: undefined,
  manual: undefined,
  slidingDoor: undefined,
  pickup: undefined,
};

export type TraitSource = Partial<Pick<Vehicle, 'engine' | 'transmission' | 'electrification' | 'bodyClass'>>;

export function traitsOf(vehicle: TraitSource): VehicleTraits {
  const fuels = [vehicle.engine?.fuelType, vehicle.engine?.fuelTypeSecondary]
    .filter((fuel) => fuel !== null && fuel !== undefined)
    .join(' ')
    .toLowerCase();
  const level = vehicle.electrification?.level?.toLowerCase() ?? '';
  const style = vehicle.transmission?.style?.toLowerCase() ?? '';
  const body = vehicle.bodyClass?.toLowerCase() ?? '';
  const electric = /\bbev\b|battery electric/.test(level) || fuels === 'electric';
  return {
    diesel: fuels === '' ? undefined : fuels.includes('diesel'),
    combustion: fuels === '' && level === '' ? undefined : !electric,
    hybridOrElectric:
      fuels === '' ? (level === '' ? undefined : true) : level !== '' || fuels.includes('electric'),
    plugIn: fuels === '' ? undefined : electric || /plug-?in|phev/.test(level),
    manual: style === '' ? undefined : /manual/.test(style) && !/automated/.test(style),
    slidingDoor: body === '' ? undefined : /van/.test(body),
    pickup: body === '' ? undefined : /pickup|truck/.test(body),
  };
}

/** Traits that failures of the lexicon can need. */
export const NEEDED_TRAITS = [
  'diesel',
  'combustion',
  'hybridOrElectric',
  'plugIn',
  'manual',
  'slidingDoor',
] as const satisfies readonly (keyof VehicleTraits)[];

/** False only where the decoded vehicle is known to lack what fails. */
export function canHave(traits: VehicleTraits, mode: { needs?: keyof VehicleTraits | undefined }): boolean {
  return mode.needs === undefined || traits[mode.needs] !== false;
}

/** Words of a title that a phrase of the complaints must not bring in for a car that lacks the thing. */
const WORDS: readonly { pattern: RegExp; needs: keyof VehicleTraits }[] = [
  { pattern: /\bdiesel\b|\bdpf\b|\bdef\b/i, needs: 'diesel' },
  { pattern: /\bclutch\b/i, needs: 'manual' },
  { pattern: /\bhybrid\b|\bhigh.voltage\b/i, needs: 'hybridOrElectric' },
  { pattern: /\bsliding door\b/i, needs: 'slidingDoor' },
];

export function titleFits(traits: VehicleTraits, title: string): boolean {
  return WORDS.every(({ pattern, needs }) => traits[needs] !== false || !pattern.test(title));
}

/** Two cars with the same key can have the same failures. */
export function keyOfTraits(traits: VehicleTraits): string {
  return Object.values(traits)
    .map((value) => (value === undefined ? '-' : value ? '1' : '0'))
    .join('');
}
