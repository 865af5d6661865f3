import { describe, expect, test } from 'vitest';
import { products } from '../../../products/table.ts';
import { readRequest, readSendParams, readText } from './read-request.ts';

const VIN = '1HGCM82633A004352';

describe('a text', () => {
  test.each([
    [`decode ${VIN}`, { skillId: 'decode', parameters: { vin: VIN } }],
    [`Any recalls for ${VIN.toLowerCase()}?`, { skillId: 'recalls', parameters: { vin: VIN.toLowerCase() } }],
    [`Known issues of ${VIN}, please.`, { skillId: 'known-issues', parameters: { vin: VIN } }],
    [
      'purchase costs country=CA province=ON price=24999.99 sale_type=private',
      {
        skillId: 'purchase-costs',
        parameters: { country: 'CA', province: 'ON', price: '24999.99', sale_type: 'private' },
      },
    ],
    ['a sample of known issues', { skillId: 'sample-known-issues', parameters: {} }],
  ])('is understood where nothing is in doubt: %s', (text, request) => {
    expect(readText(text, products)).toEqual(request);
  });

  test.each([
    [VIN, { parameters: { vin: VIN } }],
    [`decode ${VIN} and list its recalls`, { parameters: { vin: VIN } }],
    ['I live in Ontario and have 25000 dollars', { parameters: {} }],
    ['the decoder of my car', { parameters: {} }],
  ])('is not guessed at where something is: %s', (text, request) => {
    expect(readText(text, products)).toEqual(request);
  });
});

test('data parts say exactly what is wanted', () => {
  const data = { skill: 'decode', parameters: { vin: VIN } };
  expect(readRequest({ parts: [{ kind: 'data', data }] }, products)).toEqual({
    skillId: 'decode',
    parameters: { vin: VIN },
  });
});

test.each([
  undefined,
  {},
  { message: { messageId: 'm', role: 'user', parts: [] } },
  { message: { messageId: 'm', role: 'robot', parts: [{ kind: 'text', text: 'x' }] } },
  { message: { messageId: '', role: 'user', parts: [{ kind: 'text', text: 'x' }] } },
  { message: { messageId: 'm', role: 'user', parts: [{ kind: 'text' }] } },
])('what is no message is refused: %j', (params) => {
  expect(readSendParams(params)).toBeUndefined();
});
