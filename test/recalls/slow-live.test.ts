import { setTimeout as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { type RecordedExchange, startReplayServer } from '../../src/sources/recordings.ts';
import { createEmbeddedDecoder } from '../../src/sources/vpic/embedded-decoder.ts';
import { openParts } from '../open-parts.ts';
import { json, startFakeSource } from '../sources/fake-source.ts';
import { canada, nhtsaModels, nhtsaRecalls } from './recorded-world.ts';

const embedded = createEmbeddedDecoder();
/** Long after the data, so that the live service is asked. */
const now = () => Date.parse(embedded.date) + 60 * 86_400_000;

/** Each with the name under which its kind is filed, beside the plain name. */
const electrified: [vin: string, make: string, model: string, year: number, ofItsKind: string][] = [
  ['19XCY2F50RA000001', 'HONDA', 'ACCORD', 2024, 'ACCORD HYBRID'],
  ['2HKRS5H50RE000001', 'HONDA', 'CR-V', 2024, 'CR-V HYBRID'],
  ['1C4JJXP60MW100001', 'JEEP', 'WRANGLER', 2021, 'WRANGLER 4XE'],
  ['2C4RC1N70JR100001', 'CHRYSLER', 'PACIFICA', 2018, 'PACIFICA PHEV'],
  ['KM8K33AG0LU100001', 'HYUNDAI', 'KONA', 2020, 'KONA ELECTRIC'],
  ['1C4RJYB60N8100001', 'JEEP', 'GRAND CHEROKEE', 2022, 'GRAND CHEROKEE 4XE'],
  ['1FTVW1EL0NWG00001', 'FORD', 'F-150', 2022, 'F-150 LIGHTNING BEV'],
  ['KMHEC4A40FA100001', 'HYUNDAI', 'SONATA', 2015, 'SONATA HYBRID'],
  ['YV4BR0CL0L1500001', 'VOLVO', 'XC90', 2020, 'XC90PHEV'],
  ['5TDJRKEC0MS000001', 'TOYOTA', 'SIENNA', 2021, 'SIENNA HYBRID'],
  ['JTJHKCFZ0P2000001', 'LEXUS', 'NX', 2023, 'NX450H+'],
  ['3C6TRVAG0ME500001', 'RAM', 'PROMASTER 1500', 2021, 'PROMASTER'],
];

function world(): RecordedExchange[] {
  const lists = Map.groupBy(electrified, ([, make, , year]) => `${make}|${year}`);
  return [
    nhtsaModels('DODGE', 2021, []),
    ...[...lists.values()].map((cars) => {
      const [, make = '', , year = 0] = cars[0] ?? [];
      return nhtsaModels(make, year, [...new Set(cars.flatMap(([, , model, , kind]) => [model, kind]))]);
    }),
    ...electrified.flatMap(([, make, model, year, ofItsKind]) => [
      nhtsaRecalls(make, model, year, []),
      nhtsaRecalls(make, ofItsKind, year, [
        { campaign: '24V777000', date: '15/10/2024', more: { parkIt: true } },
      ]),
      ...canada(make === 'RAM' ? 'RAM|DODGE' : make, year, []),
    ]),
  ];
}

const LATE_MS = 1_200;
const nothing = { Results: [{ ErrorCode: '8', ErrorText: '8 - No detailed data available currently' }] };

test.each([
  ['hangs', () => undefined],
  [
    'answers too late',
    async (request, response) => later(LATE_MS).then(() => json(nothing)(request, response)),
  ],
  ['is down', json({ error: 'broken' }, 500)],
] satisfies [string, Parameters<typeof startFakeSource>[0]][])(
  'no hybrid, electric car or van loses its own recalls where the live decoder %s',
  async (_how, behaviour) => {
    await using vpic = await startFakeSource(behaviour);
    await using replay = await startReplayServer(world());
    const { nhtsaUrl, transportCanadaUrl } = replay.sources;
    await using parts = await openParts(
      { DECODER: 'auto', VPIC_URL: vpic.url, NHTSA_URL: nhtsaUrl, TRANSPORT_CANADA_URL: transportCanadaUrl },
      { clock: { ...systemClock, now } },
    );
    const [vehicles, recalls] = [await parts.vehicles(), await parts.recalls()];

    const found = await Promise.all(
      electrified.map(async ([vin]) => {
        const { vehicle } = await vehicles.decode(vin);
        return (await recalls.forVehicle(vehicle)).us.map(({ parkIt }) => parkIt);
      }),
    );
    expect(vpic.requests.length).toBeGreaterThan(0);
    expect(found).toEqual(electrified.map(() => [true]));
  },
);
