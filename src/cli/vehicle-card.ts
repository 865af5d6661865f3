import type { FieldTrace } from '@forecourt/vin';
import {
  airBagWords,
  assistanceWords,
  curbWeightWords,
  driveWords,
  powerWords,
  transmissionWords,
} from '../vehicle/buyer-words.ts';
import type { DecodeVerdict } from '../vehicle/decoded.ts';
import type { PartialVehicle } from '../vehicle/vehicle.ts';

interface Card {
  vin: string;
  vehicle: PartialVehicle;
  decode: DecodeVerdict;
  trace?: Record<string, FieldTrace> | undefined;
}

const LABEL_WIDTH = 16;

/** What a person wants to see, a few lines; unknown things are left out. */
export function vehicleCard({ vin, vehicle, decode, trace }: Card): string {
  const { engine, plant, weight, electrification } = vehicle;
  const row = (label: string, ...parts: (string | number | null | undefined)[]): string[] => {
    const text = parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ');
    return text === '' ? [] : [`  ${label.padEnd(LABEL_WIDTH)}${text}`];
  };
  const title = [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ');
  const lines = [
    `${vin}  ${title === '' ? 'not resolved' : title}`,
    ...row('Trim', vehicle.trim, vehicle.trim2),
    ...row('Series', vehicle.series, vehicle.series2),
    ...row('Body', vehicle.bodyClass, vehicle.doors === null ? null : `${vehicle.doors} doors`),
    ...row('Type', vehicle.vehicleType),
    ...row(
      'Engine',
      engine.displacementL === null ? null : `${engine.displacementL.toFixed(1)} L`,
      engine.cylinders === null ? null : `${engine.cylinders} cylinders`,
      engine.configuration,
      engine.model,
      engine.turbo === true ? 'turbo' : null,
    ),
    ...row('Fuel', engine.fuelType, engine.fuelTypeSecondary),
    ...row('Electric', electrification?.level, electrification?.batteryType),
    ...row('Power', powerWords(vehicle)),
    ...row('Drive', driveWords(vehicle), transmissionWords(vehicle)),
    ...row(
      'Seats',
      vehicle.seats,
      vehicle.seatRows === null ? null : `${vehicle.seatRows} ${vehicle.seatRows === 1 ? 'row' : 'rows'}`,
    ),
    ...row('Air bags', airBagWords(vehicle)),
    ...row('Assistance', assistanceWords(vehicle, 'Standard')),
    ...row('Optional', assistanceWords(vehicle, 'Optional')),
    ...row('Curb weight', curbWeightWords(vehicle)),
    ...row('Weight rating', weight.gvwrFrom, weight.gvwrTo === weight.gvwrFrom ? null : weight.gvwrTo),
    ...row('Made in', plant.city, plant.state, plant.country),
    ...row('Maker', vehicle.manufacturer),
    ...row('Check digit', decode.checkDigitValid ? 'right' : 'wrong'),
    ...row('Verdict', decode.errorText),
    ...row('Suggested VIN', decode.suggestedVin, decode.possibleValues),
    ...traceLines(trace),
  ];
  return `${lines.join('\n')}\n`;
}

function traceLines(trace: Record<string, FieldTrace> | undefined): string[] {
  if (trace === undefined) return [];
  return [
    '',
    ...Object.entries(trace).map(([code, { source, priority, schema, key }]) =>
      [`  ${code.padEnd(LABEL_WIDTH)}`, `${source} ${priority}`, key, schema]
        .filter((part) => part !== undefined)
        .join('  '),
    ),
  ];
}
