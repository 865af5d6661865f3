import { z } from 'zod';
import type { FacilitatorConfig } from '../../payments/payment-config.ts';
import { PAYMENT_NETWORK } from '../../payments/wire/payment.ts';
import { type Finding, ok, problem } from './finding.ts';
import type { Probe } from './probe.ts';

const supported = z.object({
  kinds: z.array(z.object({ scheme: z.string(), network: z.string(), x402Version: z.number().optional() })),
});

/** A remote facilitator: whether it answers us, and settles what we sell by. */
export async function checkFacilitator(
  config: Extract<FacilitatorConfig, { kind: 'remote' | 'coinbase' }>,
  probe: Probe,
): Promise<Finding> {
  const check = 'facilitator';
  const { url, headers } = await howToAsk(config);
  if (headers === undefined) {
    return problem(check, 'the key of Coinbase cannot be read', 'Copy CDP_API_KEY_SECRET again, all of it.');
  }
  const answer = await probe.ask(`${url.replace(/\/+$/, '')}/supported`, { headers });
  if (!answer.reached) {
    return problem(
      check,
      `cannot be reached: ${answer.why}`,
      'Correct FACILITATOR_URL, or see that it runs.',
    );
  }
  if (answer.status === 401 || answer.status === 403) {
    return problem(
      check,
      `refuses us with status ${answer.status}`,
      config.kind === 'coinbase'
        ? 'See that CDP_API_KEY_ID and CDP_API_KEY_SECRET belong together and are in force.'
        : 'It wants credentials, which only Coinbase is given: choose another one.',
    );
  }
  const read = supported.safeParse(answer.json);
  if (answer.status !== 200 || !read.success) {
    return problem(
      check,
      `is none: it answers /supported with status ${answer.status}`,
      'Set FACILITATOR_URL to the address below which /supported, /verify and /settle are.',
    );
  }
  const settlesOurs = read.data.kinds.some(
    ({ scheme, network, x402Version }) =>
      scheme === 'exact' && network === PAYMENT_NETWORK && (x402Version ?? 2) === 2,
  );
  return settlesOurs
    ? ok(check, 'settles USDC on Base')
    : problem(
        check,
        `does not settle "exact" on ${PAYMENT_NETWORK} in x402 version 2`,
        'Choose a facilitator for Base itself; those for test networks do not do.',
      );
}

async function howToAsk(config: Extract<FacilitatorConfig, { kind: 'remote' | 'coinbase' }>) {
  if (config.kind === 'remote') return { url: config.url, headers: {} };
  const { COINBASE_FACILITATOR_URL, createCoinbaseAuthorize } = await import(
    '../../payments/facilitators/coinbase.ts'
  );
  const url = config.url ?? COINBASE_FACILITATOR_URL;
  const request = { method: 'GET', url: `${url.replace(/\/+$/, '')}/supported` } as const;
  return { url, headers: await createCoinbaseAuthorize(config)(request).catch(() => undefined) };
}
