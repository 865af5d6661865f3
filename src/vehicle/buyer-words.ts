import { withThousands } from '../lib/wording.ts';
import type { PartialVehicle } from './vehicle.ts';

/** The facts of a vehicle in the words that buyers use; null where nothing is known. */
type Facts = Omit<PartialVehicle, 'year' | 'make' | 'model'>;

const KILOWATTS_PER_HORSEPOWER = 0.745_7;
const KILOGRAMS_PER_POUND = 0.453_592_37;

const DRIVES: Readonly<Record<string, string>> = {
  'FWD/Front-Wheel Drive': 'front-wheel drive',
  'RWD/Rear-Wheel Drive': 'rear-wheel drive',
  'AWD/All-Wheel Drive': 'all-wheel drive',
  '4WD/4-Wheel Drive/4x4': 'four-wheel drive',
  '4x2': 'two-wheel drive',
  '2WD/4WD': 'two-wheel or four-wheel drive',
};

const TRANSMISSIONS: Readonly<Record<string, string>> = {
  'Manual/Standard': 'manual',
  'Automated Manual Transmission (AMT)': 'automated manual',
  'Continuously Variable Transmission (CVT)': 'continuously variable (CVT)',
  'Electronic Continuously Variable (e-CVT)': 'continuously variable (e-CVT)',
  'Dual-clutch Transmission (DCT)': 'dual-clutch',
};

/** Aids for the driver by the keys of `safety`. */
const ASSISTANCE = {
  backupCamera: 'backup camera',
  automaticEmergencyBraking: 'automatic emergency braking',
  pedestrianEmergencyBraking: 'automatic braking for pedestrians',
  rearEmergencyBraking: 'automatic braking in reverse',
  forwardCollisionWarning: 'forward-collision warning',
  blindSpotWarning: 'blind-spot warning',
  blindSpotIntervention: 'blind-spot intervention',
  rearCrossTrafficAlert: 'rear cross-traffic alert',
  laneDepartureWarning: 'lane-departure warning',
  laneKeeping: 'lane keeping',
  laneCentering: 'lane centering',
  adaptiveCruiseControl: 'adaptive cruise control',
  parkingAssist: 'parking assistance',
} as const satisfies Partial<Record<keyof Facts['safety'], string>>;

export function driveWords({ driveType }: Facts): string | null {
  return driveType === null ? null : (DRIVES[driveType] ?? driveType);
}

/** "6-speed automatic". */
export function transmissionWords({ transmission: { style, speeds } }: Facts): string | null {
  const kind = style === null ? null : (TRANSMISSIONS[style] ?? lowered(style));
  if (speeds === null) return kind;
  return kind === null ? `${speeds} speeds` : `${speeds}-speed ${kind}`;
}

/** "148 hp (110 kW)". */
export function powerWords({ engine: { horsepower } }: Facts): string | null {
  if (horsepower === null) return null;
  return `${Math.round(horsepower)} hp (${Math.round(horsepower * KILOWATTS_PER_HORSEPOWER)} kW)`;
}

/** "2,885 lb (1,309 kg)". */
export function curbWeightWords({ weight: { curbLb } }: Facts): string | null {
  if (curbLb === null) return null;
  return `${withThousands(curbLb)} lb (${withThousands(Math.round(curbLb * KILOGRAMS_PER_POUND))} kg)`;
}

/** "front, side, curtain". */
export function airBagWords({ safety: { airbags } }: Facts): string | null {
  const kinds = [
    airbags.front === null ? [] : 'front',
    airbags.side === null ? [] : 'side',
    airbags.curtain === null ? [] : 'curtain',
    airbags.knee === null ? [] : 'knee',
    airbags.seatCushion === null ? [] : 'seat cushion',
  ].flat();
  return kinds.length === 0 ? null : kinds.join(', ');
}

/** Aids for the driver, as filed for all vehicles of the build or for some. */
export function assistanceWords({ safety }: Facts, level: 'Standard' | 'Optional'): string | null {
  const names = Object.entries(ASSISTANCE).flatMap(([key, words]) =>
    safety[key as keyof typeof ASSISTANCE] === level ? words : [],
  );
  return names.length === 0 ? null : names.join(', ');
}

/** Words that are all capitals are abbreviations. */
function lowered(text: string): string {
  return text.replace(/[A-Za-z]+/g, (word) => (word === word.toUpperCase() ? word : word.toLowerCase()));
}
