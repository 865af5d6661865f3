import { describe, expect, it } from 'vitest';
import { twoFailures } from '../../src/issues/complaints.fixture.ts';
import { fileComplaints } from '../../src/issues/filed-complaints.ts';
import { createFiling } from '../../src/issues/filing.ts';
import { unpackComplaints } from '../../src/issues/packed-complaints.ts';
import { packComplaints } from '../../src/mirror/complaint-blocks.ts';

const rows = twoFailures(60).map((complaint, place) => ({
  ...complaint,
  crash: place % 7 === 0,
  injuries: place % 11 === 0 ? 2 : 0,
}));

function blockOf(model: string, complaints: typeof rows) {
  const packed = complaints.map(
    ({ odiNumber, filedOn, incidentOn, components, crash, fire, injuries, deaths, summary }) =>
      [
        odiNumber,
        filedOn,
        incidentOn,
        components.join(),
        crash ? 1 : 0,
        fire ? 1 : 0,
        injuries,
        deaths,
        '',
        summary,
      ] as const,
  );
  return { model, ...packComplaints({ [model]: packed.map((one) => [...one]) }) };
}

describe('complaints of the own copy', () => {
  it('are counted without their texts as they are with them, those filed twice once', async () => {
    await using filing = createFiling(Number.POSITIVE_INFINITY);
    const blocks = [blockOf('ELANTRA', rows.slice(0, 40)), blockOf('ELANTRA GT', rows.slice(30))];
    const { counted } = await filing.count(blocks);
    expect(counted).toEqual(fileComplaints(rows).counted);
    expect(unpackComplaints({ blocks })).toHaveLength(rows.length + 10);
  });

  it('have another digest as soon as one text is another, and the same for the same', async () => {
    await using filing = createFiling(Number.POSITIVE_INFINITY);
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('There are no complaints.');
    const changed = { ...first, summary: first.summary.toUpperCase() };
    const digestOf = async (complaints: typeof rows) =>
      (await filing.count([blockOf('ELANTRA', complaints)])).digest;
    expect(await digestOf(rows)).toBe(await digestOf(rows));
    expect(await digestOf([changed, ...others])).not.toBe(await digestOf(rows));
  });

  it('are sampled from all times of filing, the same ones every time', async () => {
    await using filing = createFiling(Number.POSITIVE_INFINITY);
    const sampled = await filing.sample([blockOf('ELANTRA', rows)], 10);
    const numbers = unpackComplaints(sampled.packed).map(({ odiNumber }) => odiNumber);
    expect(numbers).toHaveLength(10);
    expect(numbers[0]).toBe(rows[0]?.odiNumber);
    expect((await filing.sample([blockOf('ELANTRA', rows)], 10)).digest).toBe(sampled.digest);
  });
});
