import { expect, it } from 'vitest';
import { endlessAnswer } from '../../../test/endless-answer.ts';
import { startFakeSource } from '../../../test/sources/fake-source.ts';
import { createRpc } from './rpc.ts';

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
