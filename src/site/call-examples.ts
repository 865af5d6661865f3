import { protocolPaths } from '../documents/links.ts';
import { SAMPLE_VIN } from '../products/sample-vehicle.ts';
import type { Site } from './page.ts';

interface Example {
  name: string;
  words: string;
  code: string;
}

/** The first call of everybody: a person at a terminal, a program, an agent. */
export function callExamples({ publicUrl, products }: Site): Example[] {
  const [first] = products;
  const query = `${publicUrl}${first?.path ?? ''}?vin=${SAMPLE_VIN}`;
  return [
    {
      name: 'curl',
      words: 'A free sample, then what a call costs: the answer is 402 and says what to pay.',
      code: `curl ${publicUrl}${first?.sample.path ?? ''}\ncurl -i '${query}'`,
    },
    {
      name: 'TypeScript',
      words: 'Any x402 client pays and repeats the call by itself.',
      code: `import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const wallet = privateKeyToAccount(process.env.FORECOURT_WALLET_KEY);
const client = new x402Client().register('eip155:8453', new ExactEvmScheme(wallet));
const pay = wrapFetchWithPayment(fetch, client);

const answer = await pay('${query}');
console.log(await answer.json());`,
    },
    {
      name: 'MCP',
      words: 'For an agent: every product and every free sample is a tool.',
      code: JSON.stringify(
        { mcpServers: { forecourt: { type: 'http', url: `${publicUrl}${protocolPaths.mcp}` } } },
        undefined,
        2,
      ),
    },
  ];
}
