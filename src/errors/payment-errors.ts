import { z } from 'zod';
import { errorRow } from './error-row.ts';

/** The errors that are replied to with a challenge: no payment came, or one that was not taken. */
export const challengeErrors = {
  invalid_payment_payload: errorRow({
    status: 400,
    when: 'The payment header cannot be read. The answer carries a fresh challenge, as body and as PAYMENT-REQUIRED.',
    details: {
      reason: z.string().describe('empty, too_long, not_base64, not_json, malformed and the like'),
      problem: z.string(),
    },
    unsent: ['problem'],
    message: ({ problem }) => problem,
    headers: ['PAYMENT-REQUIRED'],
  }),
  payment_required: errorRow({
    status: 402,
    when: 'The call came without a payment.',
    message: 'Pay for this call: sign one of the payments in accepts and repeat the request with it.',
  }),
  payment_invalid: errorRow({
    status: 402,
    when: 'The payment is not one that was asked for, or the contract refuses it.',
    message: 'Sign a payment that fits one of accepts exactly and repeat the request with it.',
  }),
  payment_expired: errorRow({
    status: 402,
    when: 'The authorization has ended or ends before it could be settled.',
    message:
      'The authorization has expired or is too close to it; sign a new one that is valid for maxTimeoutSeconds.',
  }),
  payment_not_yet_valid: errorRow({
    status: 402,
    when: 'The authorization begins later than now.',
    message: 'The authorization is not valid yet; set validAfter to a time in the past.',
  }),
  wrong_amount: errorRow({
    status: 402,
    when: 'The payment is for more or less than the price.',
    message: 'Sign for exactly the amount in accepts.',
  }),
  wrong_recipient: errorRow({
    status: 402,
    when: 'The payment is for somebody else.',
    message: 'Sign for the payTo address in accepts.',
  }),
  wrong_network: errorRow({
    status: 402,
    when: 'The payment is for another network.',
    message: 'Pay on the network in accepts.',
  }),
  invalid_signature: errorRow({
    status: 402,
    when: 'The payer did not sign this authorization.',
    message: 'The signature is not that of the payer; sign the authorization again.',
  }),
  payment_already_used: errorRow({
    status: 402,
    when: 'The authorization was used or cancelled before.',
    message: 'This authorization has been used or cancelled; sign a new one.',
  }),
  insufficient_funds: errorRow({
    status: 402,
    when: 'The wallet holds less than the price.',
    message: 'The paying wallet does not hold enough USDC; fund it or pay from another one.',
  }),
  invalid_batch_settlement_evm_cumulative_amount_mismatch: errorRow({
    status: 402,
    when: 'The voucher is not for what its channel was charged and this call. The entry in accepts says what it stands at.',
    message:
      'The voucher does not follow on what this channel was charged; sign one for chargedCumulativeAmount in accepts and this call.',
  }),
  channel_closing: errorRow({
    status: 402,
    when: 'The payer has asked the contract to give back what is in the channel.',
    message: 'A withdrawal from this channel is under way; pay by another entry of accepts.',
  }),
  channel_wallet_unsupported: errorRow({
    status: 402,
    when: 'The channel names no key that signs its vouchers: payerAuthorizer is zero.',
    message:
      'The vouchers of a contract wallet cannot be checked; name a key of yours as payerAuthorizer, or pay by another entry of accepts.',
  }),
  settlement_failed: errorRow({
    status: 402,
    when: 'The answer was computed, but the settlement took nothing.',
    message: 'The payment could not be settled and nothing was taken; sign a new one.',
  }),
};

/** The other errors of a payment; none of them may invite a second one. */
export const paymentErrors = {
  payment_identifier_conflict: errorRow({
    status: 409,
    when: 'The id of the payment-identifier extension was already used for another request.',
    message: 'This payment identifier was used for another request; use a new identifier for a new request.',
  }),
  settlement_pending: errorRow({
    status: 503,
    when: 'The payment was sent to the chain but is not confirmed yet. Repeat the identical request with the same payment; sign no new one.',
    details: {
      payment: z.object({
        state: z.literal('pending'),
        transaction: z.string().optional().describe('Where it is known'),
      }),
    },
    message:
      'The payment is on its way but not yet confirmed. Repeat this very request with the same payment; do not sign a new one. The answer is kept for you.',
    retryAfterSeconds: 'given',
    charged: null,
    headers: ['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'],
  }),
  answer_unreadable: errorRow({
    status: 503,
    when: 'The payment was settled minutes ago, and its answer was kept by another version of the service or under another secret. Repeat the identical request with the same payment; sign no new one.',
    details: { payment: z.object({ state: z.literal('settled'), transaction: z.string() }) },
    message:
      'This was paid for, but the instance that was asked cannot open the kept answer; another one may. Repeat this very request with the same payment; do not sign a new one. If that brings no answer within minutes, report the transaction and the requestId.',
    retryAfterSeconds: 'given',
    charged: null,
  }),
  payment_service_unavailable: errorRow({
    status: 503,
    when: 'Payments can be neither checked nor settled just now; nothing was taken.',
    message:
      'Payments cannot be checked or settled just now; nothing was taken. Repeat the request in a while.',
    retryAfterSeconds: 'given',
  }),
};
