import { expect, test } from 'vitest';
import { openShop } from '../../../test/payments/selling.ts';
import { signInAt, signInTerms } from '../../../test/payments/signing-in.ts';
import { paidBefore, setStage, sign, unavailable } from '../../../test/payments/stage.ts';
import { systemClock } from '../../lib/clock.ts';
import { createSignIns } from './sign-ins.ts';

const stage = setStage();
const MINUTE = 60_000;
const challenged = { kind: 'challenge', reason: 'payment_required' };

const callWith = (header: string, text = 'GET /v1/decode?vin=1') => ({
  offer: { ...stage.shop.offer, signIn: signInTerms },
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
  expect(await elsewhere.signIns.fetch(callWith(await signInAt(nowMs, stage.shop.offer)))).toMatchObject(
    paidBefore(1, 1),
  );
  nowMs += MINUTE + 1_000;
  expect(await elsewhere.signIns.fetch(callWith(await signInAt(nowMs, stage.shop.offer)))).toEqual(
    challenged,
  );
});

test('one signature is good on one of two instances', async () => {
  using elsewhere = openShop(stage.storage, { world: stage.shop.world });
  await stage.shop.buy(await sign(stage.shop), { arrives: false });
  const call = callWith(await signInAt(Date.now(), stage.shop.offer));
  const outcomes = await Promise.all([stage.shop.signIns.fetch(call), elsewhere.signIns.fetch(call)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['answer', 'challenge']);
});

test('another request is not answered from it', async () => {
  await stage.shop.buy(await sign(stage.shop));
  const header = await signInAt(Date.now(), stage.shop.offer);
  expect(await stage.shop.signIns.fetch(callWith(header, 'GET /v1/decode?vin=2'))).toEqual(challenged);
});

test('where nobody can say whether it was used before, nothing is given', async () => {
  const { sale, events } = stage.shop;
  await stage.shop.buy(await sign(stage.shop));
  const counters = { increment: () => Promise.reject(new Error('gone')), read: async () => 0 };
  const clock = { ...systemClock, sleep: async () => {} };
  const signIns = createSignIns({ sale, counters, clock, events });
  expect(await signIns.fetch(callWith(await signInAt(Date.now(), stage.shop.offer)))).toMatchObject(
    unavailable,
  );
});
