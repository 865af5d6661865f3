import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anOffer } from '../../test/payments/offer.ts';
import { challengeErrors } from '../errors/errors.ts';
import { createLimits } from '../limits/limits.ts';
import { challenge } from '../payments/wire/challenge.ts';
import { declareBriefly } from '../payments/wire/extensions/bazaar.ts';
import { createSignInTerms } from '../payments/wire/extensions/sign-in-with-x.ts';
import type { PaymentReading } from '../payments/wire/header.ts';
import type { ChannelState, PaymentRefusal } from '../payments/wire/payment.ts';
import { createIssuer, describeSettlement, signReceipt } from '../payments/wire/receipt.ts';
import { replyPaid } from './paid-routes.ts';

const refusals = Object.keys(challengeErrors).filter(
  (error): error is PaymentRefusal => error !== 'invalid_payment_payload',
);
/** A payer by the legacy header gets each receipt twice. */
const reading: PaymentReading = { kind: 'refused', reason: 'payment_invalid', header: 'X-PAYMENT' };
const exchange = {
  requestId: '6ac28b78-aa09-45f0-93a6-68c14a38989e',
  clientKey: '',
  route: '/v1/decode',
  encoding: 'gzip',
  whenSent() {},
} as const;

/** Lines that Node adds: the status, the date, two about the connection, the length, and an empty one. */
const OF_NODE = 145;

function bytesOfHead({ headers }: Response): number {
  return [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, OF_NODE);
}

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/);
/** Names of machines, up to the longest that there may be. */
const host = fc
  .array(label, { minLength: 1, maxLength: 8 })
  .map((labels) => labels.join('.'))
  .filter((name) => name.length <= 253);

/** The state of a channel: as long as it may be. */
const state: ChannelState = {
  channelState: {
    channelId: `0x${'1f'.repeat(32)}`,
    balance: '9007199254740991',
    totalClaimed: '9007199254740991',
    withdrawRequestedAt: 1_999_999_999,
    refundNonce: '1000',
    chargedCumulativeAmount: '9007199254740991',
  },
  voucherState: { signedMaxClaimable: '9007199254740991', signature: `0x${'1f'.repeat(65)}` },
};

function anOfferAt(publicUrl: string, path: string, parameters: number) {
  const names = Array.from({ length: parameters }, (_, index) => `parameter_${index}`);
  return anOffer({
    url: `${publicUrl}${path}`,
    description: 'd'.repeat(120),
    serviceName: 'Forecourt',
    tags: ['vehicle', 'vin', path.slice(4)],
    issuer: createIssuer({ seed: Buffer.alloc(32, 7).toString('base64'), publicUrl }),
    signIn: createSignInTerms({ publicUrl, secret: 'secret' }),
    channelFor: (requirements) => () => ({
      ...requirements,
      scheme: 'batch-settlement',
      extra: {
        ...requirements.extra,
        assetTransferMethod: 'eip3009',
        receiverAuthorizer: requirements.payTo,
        withdrawDelay: 86_400,
        minDeposit: '25000000',
      },
    }),
    bazaarInHeader: declareBriefly({
      queryParams: Object.fromEntries(names.map((name) => [name, 'value'])),
      querySchema: {
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        required: names,
      },
    }),
  });
}

it('keeps the head of a 402 below what proxies give it, under any address, for any refusal and with its receipts', () => {
  fc.assert(
    fc.property(host, fc.nat({ max: 30 }), fc.constantFrom(...refusals), (name, parameters, refusal) => {
      const offer = anOfferAt(`https://${name}:65535`, '/v1/purchase-costs', parameters);
      const isOutOfStep = refusal === 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
      const settlement = describeSettlement('0x00000000000000000000000000000000000000aa', {
        kind: 'not_settled',
        reason: refusal,
        transaction: `0x${'1f'.repeat(32)}`,
      });
      const reply = {
        kind: 'challenge',
        code: refusal,
        message: '',
        challenge: challenge(offer, refusal, 2, Date.now(), isOutOfStep ? state : undefined),
        ...(refusal !== 'payment_required' && { receipt: signReceipt(settlement, offer) }),
      } as const;
      const response = replyPaid(exchange, reply, reading, createLimits());
      expect(bytesOfHead(response)).toBeLessThan(4_000);
      const required = Buffer.from(response.headers.get('PAYMENT-REQUIRED') ?? '', 'base64').toString();
      expect(JSON.parse(required)).toMatchObject({
        error: refusal,
        accepts: [offer.requirements, { scheme: 'batch-settlement' }],
      });
    }),
  );
});
