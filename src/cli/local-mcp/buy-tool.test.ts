import { describe, expect, test } from 'vitest';
import { DEV_PAY_TO, devAccounts } from '../../payments/dev/dev-accounts.ts';
import { BASE } from '../../payments/evm/networks.ts';
import { createToolBuyer, type ToolCall } from './buy-tool.ts';

type Call = ToolCall & { _meta?: Record<string, unknown> };
interface Reply {
  isError?: boolean;
  structuredContent?: unknown;
  content?: unknown;
}

/** The demand of a service for 0.02 or another price. */
const challenge = (amount = '20000'): Reply => ({
  isError: true,
  structuredContent: {
    error: 'payment_required',
    accepts: [
      {
        scheme: 'exact',
        network: BASE.id,
        asset: BASE.usdc.address,
        amount,
        payTo: DEV_PAY_TO,
        maxTimeoutSeconds: 300,
      },
    ],
  },
});
const answer: Reply = { structuredContent: { state: 'IL', charged: true } };
const refused: Reply = { isError: true, structuredContent: { error: 'invalid_vin', charged: false } };

/** A wallet that may spend 0.05 at a service that replies so; payments as they came. */
function connect(reply: (call: Call, paid: boolean) => Promise<Reply> | Reply) {
  const payments: string[] = [];
  const paidFor: string[] = [];
  const buy = createToolBuyer({
    wallet: { privateKey: devAccounts().wallet.privateKey, maxSpendUsd: '0.05', maxPriceUsd: '0.04' },
    onPaid: (name, signedFor) => paidFor.push(`${name}: ${signedFor}`),
  });
  async function callTool(call: Call): Promise<Reply> {
    const payment = call._meta?.['x402/payment'];
    if (payment !== undefined) payments.push(JSON.stringify(payment));
    return reply(call, payment !== undefined);
  }
  return { buy: (call: ToolCall) => buy(call, callTool), payments, paidFor };
}

describe('buying a tool', () => {
  test('sends the same payment again when the reply to it was lost', async () => {
    let lost = 0;
    const { buy, payments, paidFor } = connect((_call, paid) => {
      if (!paid) return challenge();
      lost += 1;
      if (lost === 1) throw new Error('The connection broke');
      return answer;
    });
    expect(await buy({ name: 'get_decode' })).toEqual(answer);
    expect(payments).toHaveLength(2);
    expect(new Set(payments).size).toBe(1);
    expect(paidFor).toEqual(['get_decode: $0.02 of $0.05 signed for']);
  });

  test('reads what it has bought again without signing, in either form, until it is kept no longer', async () => {
    let isKept = true;
    const { buy, payments } = connect((_call, paid) => {
      if (!paid) return challenge();
      return payments.length === 1 || isKept ? answer : refused;
    });
    expect(await buy({ name: 'get_recalls', arguments: { vin: 'V', view: 'brief' } })).toEqual(answer);
    for (const view of ['full', 'brief'])
      expect(await buy({ name: 'get_recalls', arguments: { view, vin: 'V' } })).toEqual(answer);
    expect(new Set(payments).size).toBe(1);
    isKept = false;
    await buy({ name: 'get_recalls', arguments: { vin: 'V' } });
    expect(new Set(payments).size).toBe(2);
  });

  test('signs for no more than its caps, even where the service says that nothing was taken', async () => {
    let price = 30_000;
    const { buy, payments } = connect((_call, paid) => (paid ? refused : challenge(`${price}`)));
    await buy({ name: 'get_decode' });
    price = 30_001;
    const second = await buy({ name: 'get_decode' });
    expect(JSON.stringify(second.content)).toContain('$0.03 of $0.05 signed for (--max-spend)');
    expect(payments).toHaveLength(1);
  });

  test('buys from nobody who asks for other money', async () => {
    const other = { ...challenge(), structuredContent: { error: 'payment_required', accepts: [] } };
    const { buy, payments } = connect(() => other);
    const reply = await buy({ name: 'get_decode' });
    expect(JSON.stringify(reply.content)).toContain('does not ask for USDC on Base');
    expect(payments).toEqual([]);
  });
});
