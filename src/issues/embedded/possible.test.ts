import { describe, expect, it } from 'vitest';
import { complaint } from '../complaints.fixture.ts';
import { findIssues } from '../report.ts';
import { traitsOf } from './possible.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';

const { signal } = new AbortController();
const engine = (fuelType: string) => ({
  model: null,
  configuration: null,
  cylinders: null,
  displacementL: null,
  displacementCc: null,
  horsepower: null,
  fuelType,
  fuelTypeSecondary: null,
  fuelInjection: null,
  turbo: null,
  valveTrain: null,
  manufacturer: null,
});

describe('what a car can have', () => {
  const texts = [
    'The clutch pedal sticks to the floor in traffic',
    'Clutch slipped and was burned out at 20,000 miles',
    'I press the clutch and the pedal stays down',
    'The CP4 pump grenaded and sent metal shavings everywhere',
    'Diesel high pressure fuel pump failed on the interstate',
    'CP4 high pressure pump failure, whole fuel system contaminated with metal',
  ];
  const asides = ['in the snow', 'with kids on board', 'near Tulsa', 'after church', 'towing a boat'];
  const rows = Array.from({ length: 18 }, (_, index) =>
    complaint(
      10_000_000 + index,
      `${texts[index % 6]}, ${asides[index % 5]} ${index * 13}, as number ${index * 7} told ${asides[(index * 3 + 1) % 5]}.`,
    ),
  );
  const titlesFor = async (vehicle: Parameters<typeof traitsOf>[0]) => {
    const traits = traitsOf(vehicle);
    const { knownIssues } = await findIssues(rows, createEmbeddedSynthesizer(), '2025-06-30', {
      signal,
      traits,
    });
    return knownIssues.map(({ title }) => title).join('; ');
  };

  it('is all that owners say where nothing is known of the car', async () => {
    const titles = await titlesFor({});
    expect(titles).toMatch(/clutch/i);
    expect(titles).toMatch(/diesel/i);
  });

  it('is no diesel pump on a petrol car and no clutch pedal on an automatic', async () => {
    const titles = await titlesFor({
      engine: engine('Gasoline'),
      transmission: { style: 'Automatic', speeds: 6 },
    });
    expect(titles).not.toMatch(/clutch|diesel/i);
  });
});
