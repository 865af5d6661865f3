import { x402Client } from '@x402/core/client';
import type { PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, it } from 'vitest';
import { products } from '../../src/products/table.ts';
import { startDevService } from '../payments/dev-service.ts';
import { toHeader } from '../payments/wallet.ts';

const service = await startDevService();
afterAll(() => service[Symbol.asyncDispose]());

const payer = new x402Client().register(
  'eip155:*',
  new ExactEvmScheme(privateKeyToAccount(service.payments.wallet.privateKey)),
);
const call = '/v1/purchase-costs?country=CA&province=ON&price=25000&sale_type=private';

async function sign() {
  const { headers } = await service.get(call);
  const required: PaymentRequired = JSON.parse(atob(headers.get('payment-required') ?? ''));
  return toHeader(await payer.createPaymentPayload(required));
}
const pay = async (payment: string, more = '') =>
  Object(await (await service.get(`${call}${more}`, { headers: { 'PAYMENT-SIGNATURE': payment } })).json());

describe('who asks again for what was just bought', async () => {
  const before = await service.payments.chain.balanceOf(service.payments.payTo);
  const first = await sign();
  const brief = await pay(first, '&view=brief');

  it('reads in every text what the two ways give, and gets just that', async () => {
    for (const path of ['/llms.txt', ...products.map(({ slug }) => `/docs/${slug}.md`)]) {
      const text = await (await service.get(path)).text();
      expect(text).toContain('with the same payment as it was, `charged: true`');
      expect(text).toContain('with a new payment of the same wallet, `charged: false` and `paidBefore`');
    }
    expect(await pay(first, '&view=brief')).toEqual(brief);
    expect(await pay(await sign(), '&view=brief')).toEqual({
      ...brief,
      charged: false,
      paidBefore: { transaction: expect.stringMatching(/^0x/) },
    });
  });

  it('reads in the brief form how to get the whole, and gets it in both ways', async () => {
    expect(brief.more).toMatch(/the same call with view=full .* with the same payment, or with a new one/);
    const [whole, again] = [await pay(first, '&view=full'), await pay(await sign(), '&view=full')];
    expect(whole).toMatchObject({ province: 'ON', lines: expect.any(Array), charged: true });
    const { transaction } = again.paidBefore;
    expect(again).toEqual({ ...whole, charged: false, paidBefore: { transaction } });
    expect((await service.payments.chain.balanceOf(service.payments.payTo)) - before).toBe(20_000n);
  });
});
