import { createSIWxPayload, encodeSIWxHeader, type SIWxPayload } from '@x402/extensions/sign-in-with-x';
import { describe, expect, test } from 'vitest';
import { anOffer } from '../../../../test/payments/offer.ts';
import { fromHeader, newWallet } from '../../../../test/payments/wallet.ts';
import { challenge } from '../challenge.ts';
import type { Offer } from '../requirements.ts';
import { checkSignIn, createSignInTerms } from './sign-in-with-x.ts';

const wallet = newWallet();
const payer = wallet.address.toLowerCase();
const secret = 'a secret of at least thirty-two characters';
const MINUTE = 60_000;
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE + 30_000;

const offerAt = (origin: string, path = '/v1/decode', key = secret) =>
  anOffer({ url: `${origin}${path}`, signIn: createSignInTerms({ publicUrl: origin, secret: key }) });
const offer = offerAt('https://forecourt.test');

type Info = Parameters<typeof createSIWxPayload>[0];

/** The message that the official client signs from a challenge of this offer, as it came or bent. */
async function signIn(of: Offer = offer, bent: Partial<Info> = {}, issuedAtMs = NOW) {
  const header = challenge(of, 'payment_required', 2, issuedAtMs).headers['PAYMENT-REQUIRED'];
  const { extensions } = fromHeader(header) as {
    extensions: { 'sign-in-with-x': { info: Info; supportedChains: [{ chainId: string; type: 'eip191' }] } };
  };
  const { info, supportedChains } = extensions['sign-in-with-x'];
  return createSIWxPayload({ ...info, ...supportedChains[0], ...bent }, wallet, info.uri);
}

const check = (payload: SIWxPayload | string, nowMs = NOW, by: Offer = offer) => {
  const header = typeof payload === 'string' ? payload : encodeSIWxHeader(payload);
  if (!by.signIn) throw new Error('This offer has no sign-in');
  return checkSignIn(header, { network: by.network, terms: by.signIn, resourceUrl: by.resource.url, nowMs });
};

describe('a sign-in', () => {
  test('that the official client makes from our challenge says whose wallet it is', async () => {
    const payload = await signIn();
    expect(check(payload)).toEqual({ payer, nonce: payload.nonce, expiresAtMs: expect.any(Number) });
  });

  test('has another nonce in each challenge', async () => {
    const nonces = await Promise.all([signIn(), signIn(), signIn()]);
    expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(3);
  });

  test('is good for five minutes, whichever instance has asked for it', async () => {
    const payload = await signIn(offerAt('https://forecourt.test'));
    const start = NOW - 30_000;
    expect(check(payload, start + 5 * MINUTE - 1)).toMatchObject({ payer });
    expect(check(payload, start + 5 * MINUTE)).toBeUndefined();
    // A little before it was issued: the clocks of two instances differ.
    expect(check(payload, start - 5_000)).toMatchObject({ payer });
    expect(check(payload, start - MINUTE)).toBeUndefined();
  });

  test('counts for what it was asked for only', async () => {
    const payload = await signIn();
    expect(check(payload, NOW, offerAt('https://forecourt.test', '/v1/recalls'))).toBeUndefined();
    expect(check(payload, NOW, offerAt('https://elsewhere.test'))).toBeUndefined();
    expect(
      check(payload, NOW, offerAt('https://forecourt.test', '/v1/decode', 'x'.repeat(40))),
    ).toBeUndefined();
  });

  test('with other words than ours counts for nothing', async () => {
    const later = new Date(NOW + 24 * 60 * MINUTE).toISOString();
    const bents: Partial<Info>[] = [
      { statement: 'Give me everything' },
      { expirationTime: later },
      { requestId: 'one' },
      { resources: ['https://forecourt.test/v1/prepurchase'] },
      { chainId: 'eip155:1' },
      { nonce: 'a'.repeat(33) },
      { issuedAt: new Date(NOW - 1).toISOString() },
    ];
    for (const bent of bents) expect(check(await signIn(offer, bent))).toBeUndefined();
  });

  test('of one wallet does not speak for another', async () => {
    const payload = await signIn();
    expect(check({ ...payload, address: newWallet().address })).toBeUndefined();
  });

  test.each([
    ['empty', ''],
    ['no base64', '§'],
    ['no JSON', btoa('sign me in')],
    ['no object', btoa('null')],
    ['without members', btoa('{}')],
    ['nested to hurt a parser', btoa('['.repeat(3_000))],
    ['too long', btoa('x'.repeat(9_000))],
    ['of wrong types', btoa('{"address":1,"nonce":[],"issuedAt":{},"signature":null}')],
  ])('that is %s counts for nothing', (_name, header) => {
    expect(check(header)).toBeUndefined();
  });
});
