import { expect, it } from 'vitest';
import { byModel } from '../../src/cli/commands/mirror.ts';

it('names of the copy that no car is asked for are told by model, the most filed first, years in rows', () => {
  const name = (model: string, year: number, complaints: number) => ({
    make: 'KIA',
    model,
    year,
    complaints,
    recalls: 1,
  });
  expect(
    byModel([
      name('SOUL', 2009, 3),
      name('SORENTO', 1993, 4),
      name('SORENTO', 1992, 5),
      name('SORENTO', 2010, 6),
    ]),
  ).toEqual([
    { make: 'KIA', model: 'SORENTO', complaints: 15, recalls: 3, years: '1992 to 1993, 2010' },
    { make: 'KIA', model: 'SOUL', complaints: 3, recalls: 1, years: '2009' },
  ]);
});
