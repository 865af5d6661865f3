import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { filingNames } from '../../src/names/resolve-make-names.ts';
import { namedVehicle, resolveModelNames } from '../../src/names/resolve-model-names.ts';
import { createEmbeddedDecoder } from '../../src/sources/vpic/embedded-decoder.ts';
import { identifiedVehicle, normaliseVehicle } from '../../src/vehicle/normalise.ts';

/**
 * Cars whose federal decode is recorded, with the campaigns NHTSA filed in 2020-2026. Two questions: which campaigns
 * does a car lose because only the embedded data is asked, and which does it get that its whole decode rules out?
 */
const folder = process.env.FORECOURT_RECORDINGS;
if (!folder || !existsSync(join(folder, 'vin-truth-sample.json'))) {
  process.stdout.write('Not measured: FORECOURT_RECORDINGS holds no recorded decodes.\n');
  process.exit(0);
}

const read = (name: string) => {
  const bytes = readFileSync(join(folder, name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

const rowSchema = z.object({
  vin: z.string(),
  expected: z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.unknown())])),
});
const cars = [
  ...z.array(rowSchema).parse(JSON.parse(read('vin-truth-sample.json'))),
  ...read('live-decodes-sample.jsonl.gz')
    .trim()
    .split('\n')
    .map((line) => rowSchema.parse(JSON.parse(line))),
];

const filed = new Map<string, Map<string, Set<string>>>();
for (const line of read('recorded/nhtsa-flat/recall-campaign-vehicles-2020-2026.tsv.gz')
  .trim()
  .split('\n')
  .slice(1)) {
  const [campaign = '', make = '', name = '', year = ''] = line.split('\t');
  const names = filed.get(`${make}|${year}`) ?? new Map<string, Set<string>>();
  names.set(name, (names.get(name) ?? new Set()).add(campaign));
  filed.set(`${make}|${year}`, names);
}

interface Asked {
  certain: Set<string>;
  inDoubt: Set<string>;
}

/** Campaigns with the name they are filed under, for a flat decode. */
function askedFor(fields: Record<string, string>): Asked | undefined {
  const vehicle = identifiedVehicle(normaliseVehicle(fields));
  if (vehicle === undefined) return undefined;
  const named = namedVehicle(vehicle);
  const asked: Asked = { certain: new Set(), inDoubt: new Set() };
  for (const { make, model } of filingNames(named)) {
    const names = filed.get(`${make}|${named.year}`);
    if (names === undefined) continue;
    const { matched, inDoubt } = resolveModelNames({ ...named, make, model }, [...names.keys()]);
    for (const name of matched)
      for (const one of names.get(name) ?? []) asked.certain.add(`${one} ${make} ${name}`);
    for (const name of inDoubt)
      for (const one of names.get(name) ?? []) asked.inDoubt.add(`${one} ${make} ${name}`);
  }
  return asked;
}

const embedded = createEmbeddedDecoder();
const nowMs = Date.now();
const tally = { cars: 0, campaigns: 0, lost: 0, other: 0, doubted: 0 };
const lostBy = new Map<string, number>();
const otherBy = new Map<string, number>();
const count = (by: Map<string, number>, key: string) => by.set(key, (by.get(key) ?? 0) + 1);
for (const { vin, expected } of cars) {
  const decoded = embedded.decode(vin, nowMs);
  const stated = Object.fromEntries(
    Object.entries(expected).flatMap(([code, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[code, String(value)]] : [],
    ),
  );
  const truth = askedFor({ ...decoded, ...stated });
  const own = askedFor({ ...decoded });
  if (truth === undefined || own === undefined) continue;
  tally.cars += 1;
  const car = `${stated.Make} ${stated.Model} ${stated.Trim ?? ''} ${stated.ModelYear}`;
  for (const one of truth.certain) {
    tally.campaigns += 1;
    if (own.certain.has(one) || own.inDoubt.has(one)) continue;
    tally.lost += 1;
    count(lostBy, `${car}: ${one}`);
  }
  tally.doubted += own.inDoubt.size;
  for (const one of own.certain) {
    if (truth.certain.has(one) || truth.inDoubt.has(one)) continue;
    tally.other += 1;
    count(otherBy, `${car}: ${one}`);
  }
}
const say = (line: string) => process.stdout.write(`${line}\n`);
say(`${tally.cars} cars, ${tally.campaigns} campaigns by their whole decode`);
say(`lost with the embedded data alone: ${tally.lost}`);
for (const [what, times] of [...lostBy].slice(0, 30)) say(`  ${times} x ${what}`);
say(`included and not marked, though the whole decode rules them out: ${tally.other}`);
for (const [what, times] of [...otherBy].slice(0, 30)) say(`  ${times} x ${what}`);
say(`included and marked as in doubt: ${tally.doubted}`);
