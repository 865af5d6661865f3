import { listed } from '../../lib/wording.ts';
import {
  airBagWords,
  assistanceWords,
  curbWeightWords,
  driveWords,
  powerWords,
  transmissionWords,
} from '../../vehicle/buyer-words.ts';
import type { Report } from '../report-schema.ts';
import { type Html, html } from './html.ts';

/** Everything that the VIN says of the car, in words; what it does not say is left out. */
export function factsPart({ vehicle, decode, vin }: Report): Html {
  const { trim, series, bodyClass, doors, engine, electrification, plant, safety, weight } = vehicle;
  const facts: [string, string | null][] = [
    ['VIN', vin],
    ['Trim', trim ?? series],
    ['Body', joined([bodyClass, doors === null ? null : `${doors} doors`])],
    [
      'Engine',
      joined([
        engine.displacementL === null ? null : `${engine.displacementL.toFixed(1)} L`,
        engine.cylinders === null ? null : `${engine.cylinders} cylinders`,
        engine.fuelType?.toLowerCase() ?? null,
        engine.turbo === true ? 'turbocharged' : null,
      ]),
    ],
    ['Power', powerWords(vehicle)],
    ['Electric drive', electrification?.level ?? null],
    ['Battery', electrification?.batteryKwh ? `${electrification.batteryKwh} kWh` : null],
    ['Driven wheels', driveWords(vehicle)],
    ['Transmission', transmissionWords(vehicle)],
    ['Weight', curbWeightWords(vehicle) ?? weight.gvwrFrom],
    ['Air bags', airBagWords(vehicle)],
    [
      'Brakes and stability',
      standard([
        ['anti-lock brakes', safety.abs],
        ['stability control', safety.esc],
        ['traction control', safety.tractionControl],
      ]),
    ],
    ['Driver assistance', assistanceWords(vehicle, 'Standard')],
    ['On some cars of this build', assistanceWords(vehicle, 'Optional')],
    ['Made in', joined([plant.city, plant.state, plant.country])],
    ['Check digit', decode.checkDigitValid ? 'fits' : 'wrong: compare the VIN with the car'],
  ];
  return html`<dl class="facts">${facts.map(([name, words]) => words !== null && html`<div><dt>${name}</dt><dd>${words}</dd></div>`).filter((fact) => fact !== false)}</dl>`;
}

function joined(parts: readonly (string | null)[]): string | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(', ');
}

function standard(parts: readonly (readonly [string, string | null])[]): string | null {
  const fitted = parts.filter(([, level]) => level === 'Standard').map(([words]) => words);
  return fitted.length === 0 ? null : listed(fitted);
}
