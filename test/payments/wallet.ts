import { randomBytes } from 'node:crypto';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Authorization, Hex } from '../../src/payments/evm/encoding.ts';
import { BASE, type Network, networkByName } from '../../src/payments/evm/networks.ts';
import type { Offer } from '../../src/payments/wire/requirements.ts';

export const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

export const domainOf = ({ chainId, usdc: { name, version, address } }: Network) => ({
  name,
  version,
  chainId,
  verifyingContract: address,
});
export const usdcDomain = domainOf(BASE);

export const newWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
export const newNonce = (): Hex => `0x${randomBytes(32).toString('hex')}`;
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export function signAuthorization(
  wallet: PrivateKeyAccount,
  authorization: Authorization,
  domain: Partial<typeof usdcDomain> = {},
): Promise<Hex> {
  return wallet.signTypedData({
    domain: { ...usdcDomain, ...domain },
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  });
}

/** A version 2 payment as a client would send it, with any part of the signed message bent. */
export async function signPayment(
  wallet: PrivateKeyAccount,
  { requirements }: Pick<Offer, 'requirements'>,
  bent: Partial<Authorization> = {},
) {
  const authorization: Authorization = {
    from: wallet.address,
    to: requirements.payTo,
    value: requirements.amount,
    validAfter: String(nowSeconds() - 600),
    validBefore: String(nowSeconds() + requirements.maxTimeoutSeconds),
    nonce: newNonce(),
    ...bent,
  };
  const network = networkByName.get(requirements.network);
  const signature = await signAuthorization(wallet, authorization, network && domainOf(network));
  return { x402Version: 2, accepted: requirements, payload: { signature, authorization } };
}

const upper = (hex: string): string => `0x${hex.slice(2).toUpperCase()}`;

/** The same payment, its numbers written in capitals. */
export function inCapitals({ payload, ...payment }: Awaited<ReturnType<typeof signPayment>>) {
  const { authorization, signature } = payload;
  const { from, nonce } = authorization;
  return {
    ...payment,
    payload: {
      signature: upper(signature),
      authorization: { ...authorization, nonce: upper(nonce), from: upper(from) },
    },
  };
}

export const toHeader = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');

export const fromHeader = (value: string | null | undefined): unknown =>
  value ? JSON.parse(Buffer.from(value, 'base64').toString()) : undefined;
