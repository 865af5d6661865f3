import { describe, expect, test } from 'vitest';
import { sentences } from '../../../test/a2a/sentences.ts';
import { createPlaceReader } from '../../costs/named-places.ts';
import { describeQuery } from '../../products/describe-query.ts';
import { products } from '../../products/table.ts';
import { isMessage } from './messages.ts';
import { readRequest, readText } from './read-request.ts';

const VIN = '1HGCM82633A004352';
const vocabulary = { products, readPlaces: createPlaceReader() };
const read = (text: string, known?: string) => readText(text, vocabulary, known);

describe('a text', () => {
  test.each([
    ['full report', { skillId: 'prepurchase', parameters: {} }],
    [
      'purchase costs country=CA province=ON price=24999.99 sale_type=private',
      {
        skillId: 'purchase-costs',
        parameters: { country: 'CA', province: 'ON', price: '24999.99', sale_type: 'private' },
      },
    ],
    ['a sample of known issues', { skillId: 'sample-known-issues', parameters: {} }],
  ])('is understood: %s', (text, request) => {
    expect(read(text)).toEqual(request);
  });

  test.each(sentences)('is read whole: $text', ({ text, skill, parameters, asked, notUsed, isAllUsed }) => {
    const request = read(text);
    expect(request.skillId).toBe(skill);
    const query = products.find(({ slug }) => slug === skill)?.query;
    const taken = query ? describeQuery(query).map(({ name }) => name) : ['vin'];
    const [used, others] = [true, false].map((is) =>
      Object.fromEntries(Object.entries(parameters).filter(([name]) => taken.includes(name) === is)),
    );
    expect(request.parameters).toEqual(used);
    // The unit is asked for where the parameters are checked.
    const questions = asked.filter((name) => name !== 'odometer_unit' && taken.includes(name));
    expect(Object.keys(request.unclear ?? {})).toEqual(questions);
    for (const words of notUsed) expect(request.notUsed?.join(' | ')).toContain(words);
    // The model is known from the VIN.
    if (isAllUsed) expect((request.notUsed ?? []).filter((said) => !/2013|Hyundai/.test(said))).toEqual([]);
    if (Object.keys(others ?? {}).length > 0) expect(request.notUsed?.length).toBeGreaterThan(0);
  });

  test('of a private buyer says nothing of the seller', () => {
    const request = read(`Should I buy ${VIN} for $9,500 from a dealer in Ohio? I am a private buyer.`);
    expect(request.parameters).toMatchObject({ sale_type: 'dealer' });
    expect([request.unclear, request.notUsed]).toEqual([undefined, undefined]);
    expect(read(`${VIN} for $9,500 in Ohio, I am a private purchaser`).parameters).not.toHaveProperty(
      'sale_type',
    );
  });

  test('that does not name the seller is taken to mean a private one, and that is said', () => {
    expect(read('what will I pay in Ontario for 18,000').assumed).toEqual({
      parameters: { sale_type: 'private' },
      words: expect.stringContaining('from a dealer'),
    });
  });

  test.each([
    `full report on ${VIN}, at most $0.15`,
    `Spend no more than $0.15 on a full report of ${VIN}`,
    `full report of ${VIN} (my budget: 0.15 USDC)`,
    `full report of ${VIN}, $0.15 max`,
    `full report of ${VIN} for $0.15`,
  ])('says what the answer may cost, which is no price of a car: %s', (text) => {
    expect(read(text)).toEqual({ skillId: 'prepurchase', parameters: { vin: VIN }, mostUsd: 0.15 });
  });

  test('tells what the answer may cost from the price of the car', () => {
    const request = read(`Should I buy ${VIN} for $9,500 in Ohio? Pay at most $0.30.`);
    expect(request.parameters).toMatchObject({ price: 9500, state: 'OH' });
    expect([request.mostUsd, request.unclear]).toEqual([0.3, undefined]);
    expect(read(`full report of ${VIN}: $9,500, up to $10,000, Ohio`).mostUsd).toBeUndefined();
  });

  test('that says two fuels is asked which', () => {
    const request = read('taxes in Texas on $9,000, diesel or gasoline');
    expect(request.unclear).toEqual({ fuel: 'What does the car run on: diesel or gasoline?' });
    expect(request.parameters).not.toHaveProperty('fuel');
  });

  test('takes a budget for the price where no other is said', () => {
    const { parameters } = read('What taxes do I pay in Texas with a budget of $10,000?');
    expect(parameters).toEqual({ price: 10_000, country: 'US', state: 'TX' });
  });

  test.each([
    [`Should I buy ${VIN}? What should be checked at the top of the list?`, []],
    [`Give me a quick summary of the recalls of ${VIN}, most serious first, please`, []],
    [`My friend says ${VIN} is a steal at $8,000 in Houston. Am I being ripped off?`, []],
    [`recalls on ${VIN}, the check engine light came on`, ['engine light']],
    [`known problems of ${VIN}, it has a new timing belt, no accidents`, ['new timing belt', 'no accidents']],
    [`any recalls on my tucson ${VIN}?`, ['tucson']],
  ])('names what it says of a car and is not read, and no words of asking: %s', (text, named) => {
    const { notUsed = [], notNeeded = [] } = read(text);
    expect(notUsed.filter((words) => !notNeeded.includes(words))).toEqual(named);
  });

  test('adds to what the task is about', () => {
    expect(read('18,000 from a dealer', 'purchase-costs')).toEqual({
      parameters: { price: 18_000, sale_type: 'dealer' },
    });
    expect(read(VIN, 'recalls')).toEqual({ parameters: { vin: VIN } });
    expect(read('New York', 'purchase-costs')).toEqual({ parameters: { country: 'US', state: 'NY' } });
    expect(read('in miles', 'decode')).toEqual({ parameters: { odometer_unit: 'mi' } });
  });

  test.each([
    [`decode ${VIN} and list its recalls`, { parameters: { vin: VIN } }],
    ['I live in Ontario and have 25000 dollars', { parameters: {}, notUsed: ['Ontario', '25000 dollars'] }],
    ['the decoder of my car', { parameters: {} }],
    ['Hello', { parameters: {} }],
  ])('is not guessed at where something is in doubt: %s', (text, request) => {
    expect(read(text)).toEqual(request);
  });

  test.each([
    ['taxes in CA for 9000', { price: 9000 }],
    ['fees on 8000 euros in Texas', { country: 'US', state: 'TX' }],
    ['tax on 9000 in good condition', { price: 9000 }],
    ['tax on 9000 in Texas, it has 2 keys', { price: 9000, country: 'US', state: 'TX' }],
    ['tax in Texas on 9000, from a dealer in Toledo', { price: 9000, sale_type: 'dealer' }],
  ])('gives no place and no price that may be another: %s', (text, parameters) => {
    expect(read(text).parameters).toEqual(parameters);
  });
});

test('data parts say exactly what is wanted', () => {
  const data = { skill: 'decode', parameters: { vin: VIN } };
  expect(readRequest([{ data }], vocabulary)).toEqual({ skillId: 'decode', parameters: { vin: VIN } });
});

test.each([
  [{ skills: ['decode'], parameters: { vin: VIN } }, ['skills'], { vin: VIN }],
  [{ skill: 5 }, ['{"skill":5}'], {}],
  [['decode'], ['["decode"]'], {}],
])('what a data part has beside these is named: %j', (data, notUsed, parameters) => {
  const text = `decode ${VIN} sunroof`;
  expect(readRequest([{ data }], vocabulary)).toEqual({ parameters, notUsed });
  expect(readRequest([{ data }, { text }], vocabulary).notUsed).toEqual([...notUsed, 'sunroof']);
});

test.each([
  undefined,
  {},
  { message: { messageId: 'm', role: 'user', parts: [] } },
  { message: { messageId: 'm', role: 'robot', parts: [{ kind: 'text', text: 'x' }] } },
  { message: { messageId: '', role: 'user', parts: [{ kind: 'text', text: 'x' }] } },
  { message: { messageId: 'm', role: 'user', parts: [{ kind: 'text' }] } },
  { message: { messageId: 'm', role: 'user', parts: [{ kind: 'file', file: null }] } },
])('what is no message is refused: %j', (params) => {
  expect([isMessage('message/send', params), isMessage('SendMessage', params)]).toEqual([false, false]);
});
