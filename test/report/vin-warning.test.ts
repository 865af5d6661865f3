import { afterAll, describe, expect, it } from 'vitest';
import { products } from '../../src/products/table.ts';
import { connectMcp } from '../mcp/connect.ts';
import { canada, nhtsaModels, nhtsaRecalls } from '../recalls/recorded-world.ts';
import { replayRecalls } from '../recalls/start-recalls.ts';
import { runService } from '../running-service.ts';

const RIGHT = '5NPDH4AE8DH100013';
/** The same with the check digit misread. */
const WRONG = '5NPDH4AE3DH100013';
const SALE = '&country=CA&province=ON&price=25000&sale_type=private';
const doubt =
  /^The check digit of this VIN is wrong: .* Did you mean .*5NPDH4AE\[8\]DH100013 \(2013 Hyundai Elantra\)/;
const queryOf = (slug: string, vin: string) => `vin=${vin}${slug === 'purchase-costs' ? SALE : ''}`;

describe('a VIN whose check digit is wrong', async () => {
  const service = await runService();
  afterAll(() => service[Symbol.asyncDispose]());
  const asked = async (path: string) =>
    (await (await service.get(path)).json()) as { warnings?: unknown; issues?: unknown };

  it.each(products)(
    'is said to be wrong before $slug is paid, and a right one is not',
    async ({ slug, path }) => {
      const { warnings, issues } = await asked(`${path}?${queryOf(slug, WRONG)}`);
      expect(warnings).toEqual([{ parameter: 'vin', message: expect.stringMatching(doubt) }]);
      expect(issues).toBeUndefined();
      expect(await asked(`${path}?${queryOf(slug, RIGHT)}`)).not.toHaveProperty('warnings');
    },
  );

  it('is said to be wrong in the words of MCP, before it is paid', async () => {
    await using mcp = await connectMcp(service.url);
    expect((await mcp.call('get_recalls', { vin: WRONG })).words).toMatch(doubt);
    expect((await mcp.call('get_recalls', { vin: RIGHT })).words).toMatch(/^Recalls: \$0\.01/);
  });

  it('is said to be of Europe before anybody pays, where it is', async () => {
    const { warnings } = await asked('/v1/decode?vin=WAUZZZ8K9BA123456');
    expect(warnings).toEqual([{ parameter: 'vin', message: expect.stringContaining('built for Europe') }]);
  });

  it('comes with what it may stand for, where it is no VIN', async () => {
    const { issues } = await asked('/v1/decode?vin=5NPDH4AE8DH1OO013');
    expect(issues).toEqual([
      { parameter: 'vin', message: expect.stringContaining('Did you mean 5NPDH4AE8DH1[00]013') },
    ]);
  });
});

/** Sources that know this model. */
const world = [
  nhtsaModels('HYUNDAI', 2013, ['ELANTRA']),
  nhtsaRecalls('HYUNDAI', 'ELANTRA', 2013, [
    { campaign: '13V001000', date: '02/01/2013', more: { parkIt: true } },
  ]),
  ...canada('HYUNDAI', 2013, []),
];

it.each(products)('the answer of $slug begins with the warning, and so do its words', async (product) => {
  await using running = await replayRecalls(world);
  const knowledge = await running.knowledge();
  const answerFor = async (vin: string): Promise<object> => {
    const { compute } = product.prepare({
      values: Object.fromEntries(new URLSearchParams(queryOf(product.slug, vin))),
      repeated: [],
    });
    return (await compute(knowledge, { signal: new AbortController().signal })).body;
  };
  // The parts that need complaints cannot be computed here.
  const isHere = !['known-issues', 'prepurchase'].includes(product.slug);
  const wrong = isHere
    ? await answerFor(WRONG)
    : { vinWarning: 'The check digit is wrong.', ...(await product.sample.read(knowledge)) };
  expect(Object.keys(wrong)[0]).toBe('vinWarning');
  expect(product.response.safeParse(wrong).error).toBeUndefined();
  expect(product.inWords(wrong)).toMatch(isHere ? doubt : /^The check digit is wrong\. \w/);
  if (isHere && product.page)
    expect(product.page(wrong, new Date())).toContain('check digit of this VIN is wrong');
  if (isHere) expect(await answerFor(RIGHT)).not.toHaveProperty('vinWarning');
});
