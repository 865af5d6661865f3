import type { Builders } from './parts.ts';

/** With whom money is moved, and the sale. */
export const payments = {
  async parties({ config, get, closing }) {
    const { startPayments } = await import('../payments/start-payments.ts');
    return closing.use(await startPayments(config.payments, (await get('events')).facilitator));
  },
  async facilitator({ get }) {
    return (await get('parties')).facilitator;
  },
  async chain({ get }) {
    return (await get('parties')).chain;
  },
  async paymentTiming({ config }) {
    // The chain on this machine gets a block for every transaction and none besides, and never drops one.
    return { settlementDepth: config.payments.mode === 'live' ? config.payments.settlementDepth : 0 };
  },
  async payments({ config, get, closing }) {
    const { openPayments } = await import('../payments/open-payments.ts');
    const clock = await get('clock');
    return closing.use(
      await openPayments({
        storage: await get('storage'),
        facilitator: await get('facilitator'),
        chain: await get('chain'),
        events: (await get('events')).payments,
        digestSecret: config.digestSecret,
        clock,
        timing: await get('paymentTiming'),
      }),
    );
  },
} satisfies Partial<Builders>;
