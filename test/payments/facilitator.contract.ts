import { expect, it } from 'vitest';
import type { Facilitator } from '../../src/payments/facilitators/facilitator.ts';
import type { Payment } from '../../src/payments/wire/payment.ts';

export interface FacilitatorWorld {
  facilitator: Facilitator;
  /** The same facilitator where nobody listens at what it asks. */
  cutOff: Facilitator;
  /** A payment of a wallet that holds enough. */
  good(): Promise<Payment>;
  /** A payment of a wallet that is empty. */
  broke(): Promise<Payment>;
  received(): Promise<bigint>;
}

/** The duties of every facilitator, whoever it asks. */
export function describeFacilitator(world: () => FacilitatorWorld): void {
  it('is ready', async () => {
    expect(await world().facilitator.support()).toEqual({ ready: true });
  });

  it('finds a good payment valid without taking it, and takes it once', async () => {
    const { facilitator, good, received } = world();
    const payment = await good();
    const before = await received();
    expect(await facilitator.verify(payment)).toEqual({ kind: 'valid' });
    expect(await received()).toBe(before);
    expect(await facilitator.settle(payment)).toMatchObject({
      kind: 'settled',
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(await received()).toBe(before + payment.amount);
    expect(await facilitator.verify(payment)).toEqual({ kind: 'invalid', reason: 'payment_already_used' });
    expect(await facilitator.settle(payment)).toMatchObject({ reason: 'payment_already_used' });
    expect(await received()).toBe(before + payment.amount);
  });

  it('refuses an empty wallet in our words, before and at the settlement', async () => {
    const { facilitator, broke } = world();
    const payment = await broke();
    expect(await facilitator.verify(payment)).toEqual({ kind: 'invalid', reason: 'insufficient_funds' });
    expect(await facilitator.settle(payment)).toMatchObject({ reason: 'insufficient_funds' });
  });

  it('never rejects and blames no payment while it cannot ask, and takes nothing', async () => {
    const { cutOff, good, received } = world();
    const payment = await good();
    const before = await received();
    expect(await cutOff.support()).toEqual({ ready: false });
    expect(await cutOff.verify(payment)).toEqual({ kind: 'unavailable' });
    expect(await cutOff.settle(payment)).toEqual({ kind: 'failed', reason: 'payment_service_unavailable' });
    expect(await received()).toBe(before);
  });
}
