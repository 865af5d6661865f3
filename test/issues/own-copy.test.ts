import { describe, expect, it } from 'vitest';
import { blockOf, complaintsIn, digestOf, fileComplaints, sampleIn } from '../../src/issues/read/filed.ts';
import { createComplaintWorker } from '../../src/issues/read/worker.ts';
import { twoFailures } from './complaints.ts';

const rows = twoFailures(60).map((complaint, place) => ({
  ...complaint,
  crash: place % 7 === 0,
  injuries: place % 11 === 0 ? 2 : 0,
}));

describe('packed complaints', () => {
  it('are unpacked as they were, whatever their owners wrote', () => {
    const written = rows.map((row, place) => ({
      ...row,
      summary: place % 2 === 0 ? row.summary : `${row.summary} – “ſtall” \u{1f697}`,
      components: ['SERVICE BRAKES, HYDRAULIC', 'ENGINE'],
      vinPrefix: '5NPDH4AE8DH',
    }));
    expect(complaintsIn([blockOf(written)])).toEqual(written);
  });

  it('are counted without their texts as they are with them, those filed twice once', async () => {
    await using worker = createComplaintWorker(Number.POSITIVE_INFINITY);
    const blocks = [blockOf(rows.slice(0, 40)), blockOf(rows.slice(30))];
    expect(await worker.count(blocks)).toEqual(fileComplaints(rows).counted);
    expect(await worker.file(blocks)).toEqual(fileComplaints(rows));
    expect(complaintsIn(blocks)).toHaveLength(rows.length + 10);
  });

  it('have another digest as soon as one text is another, and the same for the same', () => {
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('There are no complaints.');
    const changed = { ...first, summary: first.summary.toUpperCase() };
    expect(digestOf([blockOf(rows)])).toBe(digestOf([blockOf(rows)]));
    expect(digestOf([blockOf([changed, ...others])])).not.toBe(digestOf([blockOf(rows)]));
    expect(fileComplaints(rows.toReversed()).digest).toBe(fileComplaints(rows).digest);
  });

  it('are sampled from all times of filing, the same ones every time', () => {
    const numbers = sampleIn([blockOf(rows)], 10).map(({ odiNumber }) => odiNumber);
    expect(numbers).toHaveLength(10);
    expect(numbers[0]).toBe(rows[0]?.odiNumber);
    expect(sampleIn([blockOf(rows)], 10).map(({ odiNumber }) => odiNumber)).toEqual(numbers);
  });
});
