import { describe, expect, test } from 'vitest';
import { loadJurisdictions } from '../../costs/load-jurisdictions.ts';
import { products } from '../../products/table.ts';
import { isMessage } from './messages.ts';
import { readRequest, readText } from './read-request.ts';

const VIN = '1HGCM82633A004352';
const vocabulary = { products, places: loadJurisdictions() };
const read = (text: string, known?: string) => readText(text, vocabulary, known);

describe('a text', () => {
  test.each([
    [VIN, { skillId: 'decode', parameters: { vin: VIN } }],
    [`decode ${VIN}`, { skillId: 'decode', parameters: { vin: VIN } }],
    [`What car is ${VIN}?`, { skillId: 'decode', parameters: { vin: VIN } }],
    ['What car is 1HGCM 82633 A004352?', { skillId: 'decode', parameters: { vin: VIN } }],
    [`recalls of https://cars.example/vdp?vin=${VIN}`, { skillId: 'recalls', parameters: { vin: VIN } }],
    [`any recalls on ${VIN} or 2HGED3522LT056039`, { skillId: 'recalls', parameters: {} }],
    [`Any recalls for ${VIN.toLowerCase()}?`, { skillId: 'recalls', parameters: { vin: VIN.toLowerCase() } }],
    [`any recall on ${VIN}?`, { skillId: 'recalls', parameters: { vin: VIN } }],
    [`Known issues of ${VIN}, please.`, { skillId: 'known-issues', parameters: { vin: VIN } }],
    [`Is ${VIN} reliable?`, { skillId: 'known-issues', parameters: { vin: VIN } }],
    [`full report on ${VIN}`, { skillId: 'prepurchase', parameters: { vin: VIN } }],
    ['full report', { skillId: 'prepurchase', parameters: {} }],
    [`Should I buy ${VIN} in Texas?`, { skillId: 'prepurchase', parameters: { vin: VIN, country: 'US' } }],
    [
      'purchase costs country=CA province=ON price=24999.99 sale_type=private',
      {
        skillId: 'purchase-costs',
        parameters: { country: 'CA', province: 'ON', price: '24999.99', sale_type: 'private' },
      },
    ],
    [
      'Taxes on a car from a dealer in West Virginia, $7,500.50, built in 2013',
      {
        skillId: 'purchase-costs',
        parameters: { country: 'US', state: 'WV', price: 7500.5, sale_type: 'dealer' },
      },
    ],
    [
      'what does it cost in fees to buy privately for 18.5k in ON',
      {
        skillId: 'purchase-costs',
        parameters: { country: 'CA', province: 'ON', price: 18_500, sale_type: 'private' },
      },
    ],
    ['a sample of known issues', { skillId: 'sample-known-issues', parameters: {} }],
  ])('is understood: %s', (text, request) => {
    expect(read(text)).toEqual(request);
  });

  test('that does not name the seller is taken to mean a private one, and that is said', () => {
    expect(read('what will I pay in Ontario for 18,000')).toEqual({
      skillId: 'purchase-costs',
      parameters: { country: 'CA', province: 'ON', price: 18_000 },
      assumed: { parameters: { sale_type: 'private' }, words: expect.stringContaining('from a dealer') },
    });
  });

  test('adds to what the task is about', () => {
    expect(read('18,000 from a dealer', 'purchase-costs')).toEqual({
      parameters: { price: 18_000, sale_type: 'dealer' },
    });
    expect(read(VIN, 'recalls')).toEqual({ parameters: { vin: VIN } });
    expect(read('New York', 'purchase-costs')).toEqual({ parameters: { country: 'US', state: 'NY' } });
  });

  test.each([
    [`decode ${VIN} and list its recalls`, { parameters: { vin: VIN } }],
    [`recalls and taxes of ${VIN}`, { parameters: { vin: VIN } }],
    ['I live in Ontario and have 25000 dollars', { parameters: {} }],
    ['the decoder of my car', { parameters: {} }],
    ['Hello', { parameters: {} }],
  ])('is not guessed at where something is in doubt: %s', (text, request) => {
    expect(read(text)).toEqual(request);
  });

  test.each([
    ['taxes in CA for 9000', { price: 9000 }],
    ['taxes for 9000 or 10,000', {}],
    ['fees of a 2013 car', {}],
  ])('gives no place and no price that may be another: %s', (text, parameters) => {
    expect(read(text).parameters).toEqual(parameters);
  });
});

test('data parts say exactly what is wanted', () => {
  const data = { skill: 'decode', parameters: { vin: VIN } };
  expect(readRequest([{ data }], vocabulary)).toEqual({ skillId: 'decode', parameters: { vin: VIN } });
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
