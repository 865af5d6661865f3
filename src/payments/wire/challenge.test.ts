import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import { describe, expect, test } from 'vitest';
import { anOffer } from '../../../test/payments/offer.ts';
import { checksumAddress } from '../evm/address.ts';
import { BASE } from '../evm/networks.ts';
import { toAtomicUsdc } from '../evm/usdc.ts';
import { challenge, malformedPayment } from './challenge.ts';
import { describeSettlement, receiptHeaders, signReceipt } from './receipt.ts';
import { createOffer } from './requirements.ts';

const USDC_SPELLED = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const offer = anOffer({ priceUsd: '0.05' });
const requirements = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '50000',
  asset: USDC_SPELLED,
  payTo: checksumAddress('0x00000000000000000000000000000000feedbeef'),
  maxTimeoutSeconds: 120,
  extra: { name: 'USD Coin', version: '2' },
};

const described = { description: 'Decode a VIN', mimeType: 'application/json' };

describe('a challenge', () => {
  test('is the PaymentRequired of version 2 in the header', () => {
    const { status, headers } = challenge(offer, 'payment_required');
    expect(status).toBe(402);
    expect(headers['Cache-Control']).toBe('no-store');
    expect(decodePaymentRequiredHeader(headers['PAYMENT-REQUIRED'] ?? '')).toEqual({
      x402Version: 2,
      error: 'payment_required',
      resource: { url: 'https://forecourt.test/v1/decode', ...described },
      accepts: [requirements],
      extensions: { 'payment-identifier': expect.objectContaining({ info: { required: false } }) },
    });
  });

  test('is the same in the body, with what a reader wants besides', () => {
    const { body } = challenge(offer, 'payment_required');
    expect(body).toMatchObject({
      x402Version: 2,
      error: 'payment_required',
      message: expect.stringMatching(/^Pay for this call/),
      accepts: [{ ...requirements, price: '$0.05', mimeType: 'application/json' }],
      terms: 'https://forecourt.test/terms.txt',
      resource: { url: 'https://forecourt.test/v1/decode' },
      charged: false,
      disclaimer: 'For information only.',
    });
  });

  test('says why a payment was not taken, in the header too', () => {
    const { headers, body } = challenge(offer, 'wrong_amount');
    expect(body.error).toBe('wrong_amount');
    expect(decodePaymentRequiredHeader(headers['PAYMENT-REQUIRED'] ?? '').error).toBe('wrong_amount');
  });

  test('has a body that legacy clients can pay from when asked to, and keeps the header', () => {
    const { headers, body } = challenge(offer, 'payment_required', 1);
    const { amount: _, ...unpriced } = requirements;
    const resource = 'https://forecourt.test/v1/decode';
    expect(body).toMatchObject({
      x402Version: 1,
      error: 'payment_required',
      charged: false,
      disclaimer: 'For information only.',
      accepts: [{ ...unpriced, ...described, network: 'base', maxAmountRequired: '50000', resource }],
    });
    expect(decodePaymentRequiredHeader(headers['PAYMENT-REQUIRED'] ?? '').x402Version).toBe(2);
  });

  test('stays far below what proxies allow for headers', () => {
    expect(challenge(offer, 'payment_not_yet_valid').headers['PAYMENT-REQUIRED']?.length).toBeLessThan(2_048);
  });

  test('carries the notice that payments are not real', () => {
    const { body } = challenge(anOffer({ notice: 'Test payments only.' }), 'payment_required');
    expect(body.notice).toBe('Test payments only.');
  });

  test('has one body for all callers of a minute', () => {
    const bodyOf = (of: typeof offer, nowMs: number) => challenge(of, 'wrong_amount', 2, nowMs).body;
    expect(bodyOf(offer, 120_000)).toBe(bodyOf(offer, 179_999));
    expect(bodyOf(offer, 120_000)).not.toBe(bodyOf(offer, 180_000));
    expect(bodyOf(offer, 120_000)).not.toBe(bodyOf(anOffer(), 120_000));
  });
});

test('a header that cannot be read is answered with 400 and a challenge to start again from', () => {
  const answer = malformedPayment(offer, { reason: 'not_base64', message: 'Encode it as base64.' });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    error: 'invalid_payment_payload',
    reason: 'not_base64',
    message: 'Encode it as base64.',
    charged: false,
    disclaimer: 'For information only.',
    accepts: [requirements],
  });
  expect(answer.headers['PAYMENT-REQUIRED']).toBeDefined();
});

describe('a receipt', () => {
  const payer = '0x00000000000000000000000000000000000000aa';
  const transaction = `0x${'12'.repeat(32)}` as const;

  test('names the transaction of a settled payment', () => {
    const settlement = describeSettlement(payer, { kind: 'settled', transaction, amount: 10_000n });
    const headers = receiptHeaders(signReceipt(settlement, anOffer()), 'PAYMENT-SIGNATURE');
    expect(Object.keys(headers)).toEqual(['PAYMENT-RESPONSE']);
    const receipt = { success: true, payer, transaction, network: 'eip155:8453' };
    expect(decodePaymentResponseHeader(headers['PAYMENT-RESPONSE'] ?? '')).toEqual(receipt);
  });

  test('has the same bytes under both names for those who paid by the legacy header', () => {
    const settlement = describeSettlement(payer, { kind: 'not_settled', reason: 'insufficient_funds' });
    const headers = receiptHeaders(signReceipt(settlement, anOffer()), 'X-PAYMENT');
    expect(headers['X-PAYMENT-RESPONSE']).toBe(headers['PAYMENT-RESPONSE']);
    const receipt = { success: false, errorReason: 'insufficient_funds', transaction: '' };
    expect(decodePaymentResponseHeader(headers['PAYMENT-RESPONSE'] ?? '')).toMatchObject(receipt);
  });
});

describe('an offer', () => {
  test.each([
    ['0.01', 10_000n],
    ['0.25', 250_000n],
    ['1', 1_000_000n],
    ['0.000001', 1n],
  ])('of $%s is counted in atomic units', (dollars, atomic) => {
    expect(toAtomicUsdc(dollars)).toBe(atomic);
  });

  test.each(['', '-1', '1e2', '$1', '0.0000001', '1,5', ' 1', '.5'])('of "%s" is no price', (dollars) => {
    expect(() => toAtomicUsdc(dollars)).toThrow(/not a price/);
  });

  test('spells addresses as wallets do', () => {
    expect(checksumAddress(BASE.usdc.address)).toBe(USDC_SPELLED);
    expect(() => checksumAddress('0x12')).toThrow(/40 hexadecimal digits/);
  });

  test('must ask for more time than it needs', () => {
    const hasty = { url: 'https://a.test', description: '', payTo: BASE.usdc.address, maxTimeoutSeconds: 10 };
    expect(() => createOffer({ ...anOffer(), ...hasty })).toThrow(/longer than the minimum/);
  });
});
