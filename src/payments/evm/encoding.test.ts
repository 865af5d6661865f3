import { randomBytes } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { bytes, encodeCall, list, tuple, word } from './encoding.ts';

test('the encoding of nested calls is that of Solidity', () => {
  const account = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
  const encoded = encodeCall(
    'aggregate3((address,bool,bytes)[])',
    list(tuple(word(account.address), word(true), bytes('0x1234'))),
  );
  expect(encoded.slice(0, 10)).toBe('0x82ad56cb');
  const words = encoded.slice(10).match(/.{64}/g) ?? [];
  expect(words.map((each) => each.replace(/^0+/, ''))).toEqual([
    '20',
    '1',
    '20',
    account.address.slice(2).toLowerCase().replace(/^0+/, ''),
    '1',
    '60',
    '2',
    `1234${'0'.repeat(60)}`,
  ]);
});
