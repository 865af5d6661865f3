import { expect, test } from 'vitest';
import { createRecallSamples } from '../recalls/recall-sample.ts';
import { recallsText } from './recalls-text.ts';

test('what a source writes cannot steer the terminal', () => {
  const { us, canada, ...body } = createRecallSamples().current();
  const text = recallsText({
    ...body,
    us: us.map((recall) => ({ ...recall, component: 'AIR BAGS\u001b[2J', summary: 'Gone\u0007\u202e.' })),
    canada: canada.map((recall) => ({ ...recall, system: 'Brakes\u001b]0;x\u0007' })),
  });

  expect(text).toContain('AIR BAGS [2J');
  expect(text).toContain('Brakes ]0;x');
  expect(text).not.toMatch(/[^\P{C}\n]/u);
});

test.each([
  [false, true],
  [null, false],
  [true, false],
])('a warning of the text beside the flag %s of NHTSA shows the difference: %s', (flag, shown) => {
  const { us, ...body } = createRecallSamples().current();
  const text = recallsText({
    ...body,
    us: us.map((recall) => ({
      ...recall,
      parkIt: true,
      flags: { parkIt: flag, parkOutside: recall.parkOutside },
    })),
  });
  expect(text.includes("Its text warns; NHTSA's own flag does not.")).toBe(shown);
});

test.each([
  [true, false, undefined],
  [false, true, 'NHTSA lists no such model and year'],
  [false, false, 'Neither NHTSA nor Transport Canada lists'],
])('NHTSA listing the model: %s, Canada: %s, is said beside the counts as: %s', (us, canada, said) => {
  const { provenance, ...body } = createRecallSamples().current();
  const text = recallsText({
    ...body,
    provenance: {
      us: { ...provenance.us, modelListed: us },
      canada: { ...provenance.canada, modelListed: canada },
    },
  });
  const noted = text.includes('says nothing about the car');
  expect(said === undefined ? !noted : text.replaceAll('\n', ' ').includes(said)).toBe(true);
});
