import { type CallOptions, createClient } from '@forecourt/client';
import { tool } from 'ai';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';

export function createCarTools(key: `0x${string}`) {
  // The caps hold whatever the model asks for.
  const forecourt = createClient({ account: privateKeyToAccount(key), maxTotalUsd: 1 });
  const inputSchema = z.object({ vin: z.string().describe('17 characters, without I, O and Q') });

  const vinTool = (description: string, buy: (vin: string, options: CallOptions) => Promise<object>) =>
    tool({
      description,
      inputSchema,
      execute: ({ vin }, { abortSignal }) => buy(vin, { signal: abortSignal }),
    });

  return {
    decodeVin: vinTool('What car a VIN is. Costs $0.01.', forecourt.decode),
    findRecalls: vinTool('US and Canadian recalls of a car. Costs $0.01.', forecourt.recalls),
    findKnownIssues: vinTool(
      'What owners complain about, with real complaint numbers. Costs $0.05.',
      forecourt.knownIssues,
    ),
  };
}
