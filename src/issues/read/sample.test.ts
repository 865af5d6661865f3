import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complaint } from '../../../test/issues/complaints.ts';
import { prepareComplaints } from './prepare.ts';
import { drawSample } from './sample.ts';

const AS_OF = '2025-06-30';
const COMPONENTS = ['ENGINE', 'STEERING', 'AIR BAGS', 'POWER TRAIN', 'UNKNOWN OR OTHER'];

function many(count: number) {
  return prepareComplaints(
    Array.from({ length: count }, (_, index) =>
      complaint(1_000_000 + index, `Story number ${index} about part ${index * 7}.`, {
        filedOn: new Date(Date.UTC(2012, index % 162, 1)).toISOString().slice(0, 10),
        components: [COMPONENTS[(index * index) % COMPONENTS.length] ?? 'ENGINE'],
        fire: index % 97 === 0,
      }),
    ),
  );
}
const numbers = (sample: ReturnType<typeof drawSample>) =>
  sample.analyzed.map((one) => one.complaint.odiNumber);

describe('the sample that a model reads', () => {
  it('is everything where everything fits', () => {
    expect(drawSample(many(50), 160, AS_OF)).toMatchObject({ analyzed: { length: 50 }, strata: [] });
  });

  it('never exceeds its bound and fills it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 10, max: 200 }), (count, cap) => {
        expect(drawSample(many(count), cap, AS_OF).analyzed).toHaveLength(Math.min(count, cap));
      }),
      { numRuns: 30 },
    );
  });

  it('holds every complaint with a fire or people hurt', () => {
    const drawn = new Set(numbers(drawSample(many(600), 160, AS_OF)));
    for (let index = 0; index < 600; index += 97) expect(drawn).toContain(1_000_000 + index);
  });

  it('is the same for the same set', () => {
    expect(numbers(drawSample(many(600).toReversed(), 160, AS_OF)).sort()).toEqual(
      numbers(drawSample(many(600), 160, AS_OF)).sort(),
    );
  });

  it('changes little when a complaint is added', () => {
    const before = new Set(numbers(drawSample(many(600), 160, AS_OF)));
    const after = numbers(drawSample(many(601), 160, AS_OF));
    expect(after.filter((odiNumber) => !before.has(odiNumber)).length).toBeLessThanOrEqual(4);
  });

  it('leans to the new and shows every component', () => {
    const { analyzed, strata } = drawSample(many(900), 160, AS_OF);
    const share = (from: string, list: readonly { complaint: { filedOn: string | null } }[]) =>
      list.filter(({ complaint: { filedOn } }) => (filedOn ?? '') > from).length / list.length;
    expect(share('2023-06-30', analyzed)).toBeGreaterThan(share('2023-06-30', many(900)) * 1.3);
    expect(strata.every(({ complaints, analyzed: read }) => read >= Math.min(2, complaints))).toBe(true);
  });
});
