import type { FieldTrace } from '@forecourt/vin';
import { listed } from '../lib/wording.ts';
import type { Report } from '../report/report-schema.ts';
import {
  airBagWords,
  assistanceWords,
  curbWeightWords,
  driveWords,
  powerWords,
  transmissionWords,
} from '../vehicle/buyer-words.ts';
import { type DecodeVerdict, nameOfCar, type PartialVehicle, type Vehicle } from '../vehicle/vehicle.ts';
import type { WarrantyAnswer } from '../warranty/warranty-service.ts';
import { type Html, html } from './html.ts';
import { wrapped } from './text.ts';

type Fact = readonly [name: string, words: string | null];

/** Lists those parts that are known; null where none is. */
export function commaJoined(parts: readonly (string | number | null | undefined)[]): string | null {
  const known = parts.filter((part) => part !== null && part !== undefined && part !== '');
  return known.length === 0 ? null : known.join(', ');
}

type Engine = PartialVehicle['engine'];
export const litresOf = ({ displacementL }: Engine) =>
  displacementL === null ? null : `${displacementL.toFixed(1)} L`;
const cylindersOf = ({ cylinders }: Engine) => (cylinders === null ? null : `${cylinders} cylinders`);
/** Its first name is that of North America: "Sedan/Saloon", "Sport Utility Vehicle [SUV]/Multi-Purpose Vehicle [MPV]". */
const bodyOf = ({ bodyClass }: Pick<PartialVehicle, 'bodyClass'>) =>
  bodyClass?.split('/')[0]?.replace(/.*\[SUV\]/, 'SUV') ?? null;
const doorsOf = ({ doors }: Pick<PartialVehicle, 'doors'>) => (doors === null ? null : `${doors} doors`);

interface Card {
  vin: string;
  vehicle: PartialVehicle;
  decode: DecodeVerdict;
  trace?: Record<string, FieldTrace> | undefined;
}

const LABEL_WIDTH = 16;

/** Shows a vehicle in a terminal, in a few lines; what is not known is left out. */
export function vehicleCard({ vin, vehicle, decode, trace }: Card): string {
  const { engine, plant, weight, electrification, seatRows } = vehicle;
  const title = [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ');
  const facts: Fact[] = [
    ['Trim', commaJoined([vehicle.trim, vehicle.trim2])],
    ['Series', commaJoined([vehicle.series, vehicle.series2])],
    ['Body', commaJoined([vehicle.bodyClass, doorsOf(vehicle)])],
    ['Type', vehicle.vehicleType],
    [
      'Engine',
      commaJoined([
        litresOf(engine),
        cylindersOf(engine),
        engine.configuration,
        engine.model,
        engine.turbo === true ? 'turbo' : null,
      ]),
    ],
    ['Fuel', commaJoined([engine.fuelType, engine.fuelTypeSecondary])],
    ['Electric', commaJoined([electrification?.level, electrification?.batteryType])],
    ['Power', powerWords(vehicle)],
    ['Drive', commaJoined([driveWords(vehicle), transmissionWords(vehicle)])],
    [
      'Seats',
      commaJoined([
        vehicle.seats,
        seatRows === null ? null : `${seatRows} ${seatRows === 1 ? 'row' : 'rows'}`,
      ]),
    ],
    ['Air bags', airBagWords(vehicle)],
    ['Assistance', assistanceWords(vehicle, 'Standard')],
    ['Optional', assistanceWords(vehicle, 'Optional')],
    ['Curb weight', curbWeightWords(vehicle)],
    [
      'Weight rating',
      commaJoined([weight.gvwrFrom, weight.gvwrTo === weight.gvwrFrom ? null : weight.gvwrTo]),
    ],
    ['Made in', commaJoined([plant.city, plant.state, plant.country])],
    ['Maker', vehicle.manufacturer],
    ['Check digit', decode.checkDigitValid ? 'right' : 'wrong'],
    ['Verdict', decode.errorText],
    ['Suggested VIN', commaJoined([decode.suggestedVin, decode.possibleValues])],
  ];
  const lines = [
    `${vin}  ${title === '' ? 'not resolved' : title}`,
    ...facts.flatMap(([name, words]) => factLines(name, words ?? '')),
    ...traceLines(trace),
  ];
  return `${lines.join('\n')}\n`;
}

/** A fact beside its name, on as many lines as it takes. */
function factLines(name: string, words: string): string[] {
  const indent = ' '.repeat(2 + LABEL_WIDTH);
  return wrapped(words, indent).map((line, index) =>
    index === 0 ? `  ${name.padEnd(LABEL_WIDTH)}${line.slice(indent.length)}` : line,
  );
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

/** Several trims under one name say nothing about this car. */
const isList = (name: string) => name.includes('/');

/** Shows everything that the VIN says of the car on a page; what it does not say is left out. */
export function factsPart({ vehicle, decode, vin }: Report): Html {
  const { trim, series, engine, electrification, plant, safety } = vehicle;
  const fitted = [
    ['anti-lock brakes', safety.abs],
    ['stability control', safety.esc],
    ['traction control', safety.tractionControl],
  ] as const;
  const standard = fitted.filter(([, level]) => level === 'Standard').map(([words]) => words);
  const facts: (readonly [name: string, words: string | Html | null])[] = [
    ['VIN', own(vin)],
    ['Trim', own([trim, series].find((name) => name !== null && !isList(name)) ?? null)],
    ['Body', commaJoined([bodyOf(vehicle), doorsOf(vehicle)])],
    [
      'Engine',
      commaJoined([
        litresOf(engine),
        cylindersOf(engine),
        engine.fuelType?.toLowerCase(),
        engine.turbo === true ? 'turbocharged' : null,
      ]),
    ],
    ['Power', powerWords(vehicle)],
    ['Electric drive', electrification?.level ?? null],
    ['Battery', electrification?.batteryKwh ? `${electrification.batteryKwh} kWh` : null],
    ['Driven wheels', driveWords(vehicle)],
    ['Transmission', transmissionWords(vehicle)],
    ['Weight', curbWeightWords(vehicle)],
    ['Air bags', airBagWords(vehicle)],
    ['Brakes and stability', standard.length === 0 ? null : listed(standard)],
    ['Driver assistance', assistanceWords(vehicle, 'Standard')],
    ['On some cars of this build', assistanceWords(vehicle, 'Optional')],
    ['Made in', madeIn(plant)],
    ['Check digit', decode.checkDigitValid ? null : 'wrong: compare the VIN with the car'],
  ];
  return html`<dl class="facts">${facts.flatMap(([name, words]) => (words === null ? [] : html`<div><dt>${name}</dt><dd>${words}</dd></div>`))}</dl>`;
}

/** A name, the same in every language. */
const own = (name: string | null) => name && html`<span translate="no">${name}</span>`;

/** The parts of the two countries have names in each language, as countries have. */
function madeIn({ city, state, country }: Vehicle['plant']): Html | null {
  const isHere = /^(?:United States|Canada)/.test(country ?? '');
  const names = own(commaJoined([city, isHere ? null : state]));
  const rest = commaJoined([isHere ? state : null, country?.replace(' (USA)', '')]);
  return names || rest ? html`${names}${names && rest && ', '}${rest}` : null;
}

/** Names the car, with one line of facts. */
export function carPart(report: Report): Html {
  const { vehicle, vin } = report;
  const { engine } = vehicle;
  const particulars = commaJoined([
    bodyOf(vehicle),
    litresOf(engine),
    engine.fuelType?.toLowerCase(),
    powerWords(vehicle),
    driveWords(vehicle),
    transmissionWords(vehicle),
  ]);
  return html`<div class="car"><div>
<h1>${carOf(report)}</h1>
<p class="soft">${particulars}</p></div>
<p class="soft">VIN <code>${vin}</code></p>
</div>`;
}

export function carOf({ vehicle }: Pick<Report, 'vehicle'>): string {
  return nameOfCar({ ...vehicle, year: vehicle.modelYear });
}

export function decodeInWords({
  vin,
  vehicle,
  decode: { checkDigitValid },
  warranty,
}: Card & { vehicle: Vehicle } & Pick<WarrantyAnswer, 'warranty'>): string {
  const body = vehicle.bodyClass === null ? '' : `, ${vehicle.bodyClass}`;
  const digit = checkDigitValid ? ' Its check digit is right.' : '';
  const coverage = warranty ? ` ${warranty.remaining.sentence}` : '';
  return `${vin} is a ${nameOfCar(vehicle)}${body}.${digit}${coverage}`;
}
