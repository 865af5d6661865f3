import { randomBytes } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it, test } from 'vitest';
import { endlessAnswer } from '../../../test/endless-answer.ts';
import { startFakeSource } from '../../../test/sources/fake-source.ts';
import { bytes, encodeCall, list, tuple, word } from './encoding.ts';
import { createRpc } from './nodes.ts';

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

it.each([undefined, 'gzip'] as const)(
  'does not take in an answer without end of a node, packed as %s',
  async (encoding) => {
    const endless = endlessAnswer(encoding);
    await using node = await startFakeSource((_request, response) => endless.reply(response));
    await expect(createRpc(node.url, { timeoutMs: 60_000 }).call('eth_blockNumber', [])).rejects.toThrow(
      'The node did not answer eth_blockNumber: lost',
    );
    await endless.ended;
    expect(endless.sentMegabytes()).toBeLessThan(1_024);
  },
);
