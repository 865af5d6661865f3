import { expect, test } from 'vitest';
import { openShop } from '../../../test/payments/selling.ts';
import { paidBefore, setStage, sign, unavailable, wallet } from '../../../test/payments/stage.ts';
import { toHeader } from '../../../test/payments/wallet.ts';
import { systemClock } from '../../lib/clock.ts';
import { createSignInTerms, writeSignInMessage } from '../wire/extensions/sign-in-with-x.ts';
import { createSignIns } from './sign-ins.ts';

const stage = setStage();
const MINUTE = 60_000;
const terms = createSignInTerms({ publicUrl: 'https://forecourt.test', secret: 'a secret' });
const challenged = { kind: 'challenge', reason: 'payment_required' };

/** The header of a wallet that signs in at this time. */
async function signInAt(nowMs: number) {
  const issuedAtMs = nowMs - (nowMs % MINUTE);
  const issuedAt = new Date(issuedAtMs).toISOString();
  const request = {
    domain: terms.domain,
    network: stage.shop.offer.network,
    uri: stage.shop.offer.resource.url,
    nonce: terms.newNonce(issuedAt),
    issuedAtMs,
  };
  const signature = await wallet.signMessage({ message: writeSignInMessage(request, wallet.address) });
  const { nonce } = request;
  return toHeader({ address: wallet.address, nonce, issuedAt, signature });
}

const callWith = (header: string, text = 'GET /v1/decode?vin=1') => ({
  offer: { ...stage.shop.offer, signIn: terms },
  header,
  readRequest: () => ({
    resource: '/v1/decode',
    text,
    compute: () => Promise.reject(new Error('Nothing is computed for who signs in')),
  }),
});

test('a kept answer is had on any instance for ten minutes after it was paid, and not after', async () => {
  let nowMs = Date.now();
  using shop = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
  await shop.buy(await sign(shop), { arrives: false });

  using elsewhere = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
  nowMs += 9 * MINUTE;
  expect(await elsewhere.signIns.fetch(callWith(await signInAt(nowMs)))).toMatchObject(paidBefore(1, 1));
  nowMs += MINUTE + 1_000;
  expect(await elsewhere.signIns.fetch(callWith(await signInAt(nowMs)))).toEqual(challenged);
});

test('one signature is good on one of two instances', async () => {
  using elsewhere = openShop(stage.storage, { world: stage.shop.world });
  await stage.shop.buy(await sign(stage.shop), { arrives: false });
  const call = callWith(await signInAt(Date.now()));
  const outcomes = await Promise.all([stage.shop.signIns.fetch(call), elsewhere.signIns.fetch(call)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['answer', 'challenge']);
});

test('another request is not answered from it', async () => {
  await stage.shop.buy(await sign(stage.shop));
  const header = await signInAt(Date.now());
  expect(await stage.shop.signIns.fetch(callWith(header, 'GET /v1/decode?vin=2'))).toEqual(challenged);
});

test('where nobody can say whether it was used before, nothing is given', async () => {
  const { sale, events } = stage.shop;
  await stage.shop.buy(await sign(stage.shop));
  const counters = { increment: () => Promise.reject(new Error('gone')), read: async () => 0 };
  const clock = { ...systemClock, sleep: async () => {} };
  const signIns = createSignIns({ sale, counters, clock, events });
  expect(await signIns.fetch(callWith(await signInAt(Date.now())))).toMatchObject(unavailable);
});
