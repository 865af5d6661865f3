import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { type Authorization, type Hex, keccakHex } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { transferDigest } from '../../src/payments/evm/signature.ts';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';

interface Payer {
  address: Hex;
  /** The value of a payment header, good or with a signature that is not the payer's. */
  sign(options?: { forged?: boolean }): string;
}

/** New payers who sign as many payments as it takes; quicker than a wallet library, for there are thousands. */
export const createPayers = (count: number, requirements: PaymentRequirements): Payer[] =>
  Array.from({ length: count }, () => createPayer(requirements));

export function createPayer(
  requirements: PaymentRequirements,
  secretKey = secp256k1.utils.randomSecretKey(),
): Payer {
  const publicKey = secp256k1.getPublicKey(secretKey, false).subarray(1);
  const from: Hex = `0x${keccakHex(publicKey).slice(-40)}`;

  function sign(options: { forged?: boolean } = {}): string {
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const authorization: Authorization = {
      from,
      to: requirements.payTo,
      value: requirements.amount,
      validAfter: '0',
      validBefore: String(nowSeconds + 3_600),
      nonce: `0x${randomBytes(32).toString('hex')}`,
    };
    const signed = options.forged ? { ...authorization, value: '1' } : authorization;
    const digest = transferDigest(signed, BASE.domain);
    const [recovery = 0, ...rs] = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' });
    const signature = `0x${Buffer.from(rs).toString('hex')}${(27 + recovery).toString(16)}`;
    const payment = { x402Version: 2, accepted: requirements, payload: { signature, authorization } };
    return Buffer.from(JSON.stringify(payment)).toString('base64');
  }
  return { address: from, sign };
}

/** The requirements of a server, in its own spelling: the stock one compares it to the letter. */
export async function askRequirements(at: number | string, path: string): Promise<PaymentRequirements> {
  const response = await fetch(`${typeof at === 'number' ? `http://127.0.0.1:${at}` : at}${path}`);
  const { accepts } = decodePaymentRequiredHeader(response.headers.get('PAYMENT-REQUIRED') ?? '');
  const [first] = accepts;
  if (!first) throw new Error('The challenge asks for nothing');
  // Both servers are ours to start and ask for the same thing in the same shape.
  return first as PaymentRequirements;
}
