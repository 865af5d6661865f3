import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { complaint } from '../../../test/issues/complaints.ts';
import { readExamples } from '../../../test/issues/examples.ts';
import { createEmbeddedSynthesizer } from '../embedded-synthesizer.ts';
import { findIssues } from '../find-issues.ts';
import type { IssueFindings } from '../schemas.ts';
import { lexicon } from './lexicon.ts';
import { type TraitSource, titleFits, traitsOf } from './traits.ts';

const engineSchema = z.object({
  fuelType: z.string(),
  fuelTypeSecondary: z.string().nullable().default(null),
  turbo: z.boolean().nullable().default(null),
});

/** Cars as the decoder tells them, what owners tell, and which of it must or must not be named on which car. */
const examples = readExamples(
  'cars-and-failures',
  z.object({
    cars: z.record(
      z.string(),
      z.object({
        engine: engineSchema.optional(),
        transmission: z.object({ style: z.string() }).optional(),
        electrification: z.object({ level: z.string() }).optional(),
        bodyClass: z.string().default(''),
        driveType: z.string().default(''),
      }),
    ),
    stories: z.record(z.string(), z.array(z.string()).length(3)),
    cannot: z.array(z.object({ car: z.string(), story: z.string(), absent: z.string() })),
    can: z.array(z.object({ car: z.string(), story: z.string(), present: z.string() })),
  }),
);

const OTHERS = [
  'The seat belt buckle will not latch on the driver side',
  'Paint is peeling off the roof and hood',
  'The radio screen freezes and goes black',
  'Power steering went out and the wheel is hard to turn',
];
const ASIDES = ['in the snow', 'with kids on board', 'near a school', 'after church', 'in heavy traffic'];
const { signal } = new AbortController();
const engine = createEmbeddedSynthesizer();
const known = new Map<string, Promise<IssueFindings>>();

/** A third of the complaints tells the story, the others four failures that every car can have. */
function found(car: string, story: string): Promise<IssueFindings> {
  const told = examples.stories[story] ?? [];
  const rows = Array.from({ length: 36 }, (_, at) =>
    complaint(
      12_000_000 + at,
      `${at % 3 === 0 ? told[(at / 3) % 3] : OTHERS[at % 4]}, ${ASIDES[at % 5]} ${at * 13}, and I called it number ${at * 7} ${ASIDES[(at * 3 + 1) % 5]}.`,
    ),
  );
  const traits = traitsOf(decoded(car));
  const answer = known.get(`${car}/${story}`) ?? findIssues(rows, engine, '2025-06-30', { signal, traits });
  known.set(`${car}/${story}`, answer);
  return answer;
}

function decoded(car: string): TraitSource {
  const { engine, transmission, electrification, ...body } = examples.cars[car] ?? {};
  const unsaid = { batteryType: null, batteryKwh: null, chargerLevel: null, chargerPowerKw: null };
  return {
    ...body,
    ...(engine && { engine: { ...NO_ENGINE, ...engine } }),
    ...(transmission && { transmission: { ...transmission, speeds: null } }),
    ...(electrification && { electrification: { ...unsaid, ...electrification, driveUnit: null } }),
  };
}

const NO_ENGINE = {
  ...{ model: null, configuration: null, cylinders: null, displacementL: null, displacementCc: null },
  ...{ horsepower: null, fuelInjection: null, valveTrain: null, manufacturer: null },
};

describe('what a car can have', () => {
  it.each(examples.cannot)(
    '$car: nothing of a $story',
    { timeout: 20_000 },
    async ({ car, story, absent }) => {
      const { knownIssues } = await found(car, story);
      // That it smelled of fuel is what owners say, whatever the car runs on.
      const said = JSON.stringify(
        knownIssues.map(({ odiNumbers: _, summary, statements, ...issue }) => ({
          ...issue,
          parts: statements?.filter(({ about }) => about === 'part'),
          summary: summary.replace('it smelled of fuel or exhaust', ''),
        })),
      );
      expect(said.replaceAll(/"componentTags":\[[^\]]*\]/g, '')).not.toMatch(new RegExp(absent, 'i'));
      expect(knownIssues.length).toBeGreaterThanOrEqual(4);
    },
  );

  it.each(examples.can)('$car: $story is named', { timeout: 20_000 }, async ({ car, story, present }) => {
    const { knownIssues } = await found(car, story);
    expect(knownIssues.map(({ title }) => title).join('; ')).toMatch(new RegExp(present, 'i'));
  });

  it.each(lexicon().modes.flatMap(({ otherwise = [] }) => otherwise))(
    '"$title" fits a car without $without',
    ({ title, without }) => {
      const lacking = Object.fromEntries(without.map((trait) => [trait, false]));
      expect(titleFits({ ...traitsOf({}), ...lacking }, title)).toBe(true);
    },
  );
});

describe('what the decoder says of a car', () => {
  it.each([
    [
      'a hybrid filed as a petrol car',
      { model: 'Sonata Hybrid', fuelType: 'Gasoline' },
      { hybrid: true, highVoltage: true },
    ],
    ['a car of which nothing is known', {}, { combustion: undefined, fourWheelDrive: undefined }],
    [
      'a chassis without a body',
      { bodyClass: 'Incomplete - Chassis Cab' },
      { pickup: undefined, trunk: undefined },
    ],
    ['a wagon, maybe with sliding doors', { bodyClass: 'Wagon' }, { slidingDoor: undefined, liftgate: true }],
    ['an off-roader, maybe open', { bodyClass: 'Sport Utility Vehicle (SUV)' }, { convertible: undefined }],
    ['two driven wheels', { driveType: '4x2' }, { fourWheelDrive: false, rearDrive: undefined }],
  ])(
    '%s',
    (_what, { fuelType = null, ...vehicle }: Partial<TraitSource> & { fuelType?: string | null }, traits) => {
      const engine = { ...NO_ENGINE, fuelType, fuelTypeSecondary: null, turbo: null };
      expect(traitsOf({ engine, ...vehicle })).toMatchObject(traits);
    },
  );
});
