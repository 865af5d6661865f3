import { describe, expect, test } from 'vitest';
import { anOffer } from '../../../test/payments/offer.ts';
import {
  newWallet,
  nowSeconds,
  signAuthorization,
  signPayment,
  toHeader,
} from '../../../test/payments/wallet.ts';
import { networks } from '../evm/networks.ts';
import { checkSigner } from '../sale/sale.ts';
import { checkPayment, decodePayment } from './header.ts';

const wallet = newWallet();
const stranger = '0x00000000000000000000000000000000000bad00';
const offer = anOffer({ minimumValiditySeconds: 20 });

const rehearsal = anOffer({ network: networks['base-sepolia'] });

function check(
  payment: unknown,
  header: 'PAYMENT-SIGNATURE' | 'X-PAYMENT' = 'PAYMENT-SIGNATURE',
  by = offer,
) {
  const reading = decodePayment(toHeader(payment), header);
  if (reading.kind !== 'decoded') throw new Error(`not decoded: ${JSON.stringify(reading)}`);
  return checkPayment(reading.decoded, by, nowSeconds());
}

describe('a payment that fits', () => {
  test('becomes one of our own requirements, whatever the client repeated', async () => {
    const sent = await signPayment(wallet, offer);
    const { extra: _, ...terse } = sent.accepted;
    const checked = check({
      ...sent,
      accepted: { ...terse, payTo: terse.payTo.toLowerCase(), maxTimeoutSeconds: 9_999, note: 'mine' },
      resource: { url: 'http://elsewhere.test/?vin=1HGCM82633A004352' },
    });
    const { nonce } = sent.payload.authorization;
    const payer = wallet.address.toLowerCase();
    const payment = { payer, nonce, amount: 10_000n, signedBy: 'account' };
    expect(checked).toMatchObject({ kind: 'fits', payment });
    if (checked.kind !== 'fits') return;
    expect(checked.payment.payload.accepted).toEqual(offer.requirements);
    expect(checked.payment.payload.resource).toEqual({ url: offer.resource.url });
    expect(JSON.stringify(checked.payment.payload)).not.toContain('vin');
  });

  test('of version 1 goes on as version 2: the signed message is the same', async () => {
    const { payload } = await signPayment(wallet, offer);
    const checked = check({ x402Version: 1, scheme: 'exact', network: 'base', payload }, 'X-PAYMENT');
    const payment = { signedBy: 'account', payload: { x402Version: 2 } };
    expect(checked).toMatchObject({ kind: 'fits', payment });
  });

  test('may be good for a century', async () => {
    const checked = check(await signPayment(wallet, offer, { validBefore: String(2n ** 255n) }));
    expect(checked).toMatchObject({ kind: 'fits', payment: { validBeforeSeconds: 253_402_300_799 } });
  });
});

describe('a payment is refused', () => {
  test.each([
    ['for less', { value: '9999' }, 'wrong_amount'],
    ['for more', { value: '10001' }, 'wrong_amount'],
    ['for somebody else', { to: stranger } as const, 'wrong_recipient'],
    ['after its time', { validBefore: String(nowSeconds() - 1) }, 'payment_expired'],
    ['too close to its end', { validBefore: String(nowSeconds() + 10) }, 'payment_expired'],
    ['before its time', { validAfter: String(nowSeconds() + 60) }, 'payment_not_yet_valid'],
  ])('when it is %s', async (_name, bent, reason) => {
    expect(check(await signPayment(wallet, offer, bent))).toEqual({ kind: 'refused', reason });
  });

  test.each([
    ['amount', { amount: '1' }, 'wrong_amount'],
    ['recipient', { payTo: stranger }, 'wrong_recipient'],
    ['asset', { asset: stranger }, 'payment_invalid'],
  ])('when it accepts another %s', async (_name, bent, reason) => {
    const sent = await signPayment(wallet, offer);
    const accepted = { ...sent.accepted, ...bent };
    expect(check({ ...sent, accepted })).toEqual({ kind: 'refused', reason });
  });

  test.each([
    ['test money in place of real', rehearsal, offer],
    ['real money in place of test', offer, rehearsal],
  ])('when it is %s, in either version and whatever it says it accepts', async (_name, signed, by) => {
    const sent = await signPayment(wallet, signed);
    const refused = { kind: 'refused', reason: 'wrong_network' };
    expect(check(sent, 'PAYMENT-SIGNATURE', by)).toEqual(refused);
    const { payload } = sent;
    const ofOne = { x402Version: 1, scheme: 'exact', network: signed.network.name, payload };
    expect(check(ofOne, 'X-PAYMENT', by)).toEqual(refused);
    const posing = { ...sent, accepted: by.requirements };
    expect(check(posing, 'PAYMENT-SIGNATURE', by)).toMatchObject({ payment: { signedBy: 'contract' } });
  });
});

describe('a signature that is not the payer’s own', () => {
  const forged = async () => {
    const sent = await signPayment(wallet, offer);
    const signature = await signAuthorization(newWallet(), sent.payload.authorization);
    const checked = check({ ...sent, payload: { ...sent.payload, signature } });
    if (checked.kind !== 'fits') throw new Error(checked.reason);
    return checked.payment;
  };
  test.each<[string, () => Promise<boolean>, string]>([
    ['is left to the smart wallet when the payer is one', async () => true, 'possible'],
    ['is invalid when there is no code at the payer’s address', async () => false, 'invalid_signature'],
    ['blames nobody while the node is silent', () => Promise.reject(new Error('down')), 'unavailable'],
  ])('%s', async (_name, hasCode, found) => {
    const payment = await forged();
    expect(payment.signedBy).toBe('contract');
    expect(await checkSigner(payment, { hasCode })).toBe(found);
  });

  test('of another chain is not the payer’s', async () => {
    const sent = await signPayment(wallet, offer);
    const signature = await signAuthorization(wallet, sent.payload.authorization, { chainId: 1 });
    const checked = check({ ...sent, payload: { ...sent.payload, signature } });
    expect(checked).toMatchObject({ payment: { signedBy: 'contract' } });
  });

  test('is never asked about when it is', async () => {
    const checked = check(await signPayment(wallet, offer));
    if (checked.kind !== 'fits') throw new Error(checked.reason);
    const hasCode = () => Promise.reject(new Error('asked'));
    expect(await checkSigner(checked.payment, { hasCode })).toBe('possible');
  });
});
