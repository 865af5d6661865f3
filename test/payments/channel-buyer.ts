import { BATCH_SETTLEMENT_ADDRESS, BATCH_SETTLEMENT_DOMAIN, voucherTypes } from '@x402/evm';
import { computeChannelId } from '@x402/evm/batch-settlement/client';
import secp256k1 from 'secp256k1';
import { encodeAbiParameters, hashTypedData, hexToBytes, keccak256, parseAbiParameters } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Hex } from '../../src/payments/evm/encoding.ts';
import type { ChannelRequirements } from '../../src/payments/wire/payment.ts';
import { newNonce, nowSeconds, toHeader, transferTypes, usdcDomain } from './wallet.ts';

const receiveTypes = { ReceiveWithAuthorization: transferTypes.TransferWithAuthorization } as const;
const DEPOSITS = '0x4020806089470a89826cB9fB1f4059150b550004';
const domain = {
  ...BATCH_SETTLEMENT_DOMAIN,
  chainId: usdcDomain.chainId,
  verifyingContract: BATCH_SETTLEMENT_ADDRESS,
} as const;

/** A payer who signs vouchers with libsecp256k1, as fast as it goes. */
export function openBuyer(
  accepted: ChannelRequirements,
  usualDeposit: bigint,
  /** In place of what is right. */
  {
    domain: bentDomain = {},
    deposit: depositAtomic = usualDeposit,
    ...bentConfig
  }: {
    domain?: Partial<Record<keyof typeof domain, unknown>>;
    deposit?: bigint;
    payer?: Hex;
    payerAuthorizer?: Hex;
    receiverAuthorizer?: Hex;
    withdrawDelay?: number;
  } = {},
) {
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  const secret = hexToBytes(key);
  const { receiverAuthorizer, withdrawDelay } = accepted.extra;
  const channelConfig = {
    payer: address,
    payerAuthorizer: address,
    receiver: accepted.payTo,
    receiverAuthorizer,
    token: accepted.asset,
    withdrawDelay,
    salt: newNonce(),
    ...bentConfig,
  };
  const channelId = computeChannelId(channelConfig, accepted.network);

  function sign(hash: Hex): Hex {
    const { signature, recid } = secp256k1.ecdsaSign(hexToBytes(hash), secret);
    return `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`;
  }
  function signDeposit() {
    const salt = newNonce();
    const validBefore = String(nowSeconds() + 3_600);
    const nonce = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [channelId, BigInt(salt)]),
    );
    const message = {
      from: address,
      to: DEPOSITS,
      value: depositAtomic,
      validAfter: 0n,
      validBefore: BigInt(validBefore),
      nonce,
    } as const;
    const hash = hashTypedData({
      domain: usdcDomain,
      types: receiveTypes,
      primaryType: 'ReceiveWithAuthorization',
      message,
    });
    const erc3009Authorization = { validAfter: '0', validBefore, salt, signature: sign(hash) };
    return { amount: String(depositAtomic), authorization: { erc3009Authorization } };
  }

  function signVoucher(sum: bigint) {
    const hash = hashTypedData({
      domain: { ...domain, ...bentDomain } as typeof domain,
      types: voucherTypes,
      primaryType: 'Voucher',
      message: { channelId, maxClaimableAmount: sum },
    });
    return { channelId, maxClaimableAmount: String(sum), signature: sign(hash) };
  }
  const send = (payload: object) =>
    toHeader({ x402Version: 2, accepted, payload: { channelConfig, ...payload } });

  return {
    address,
    key,
    channelId,
    channelConfig,
    /** The header of a payment for what was charged before and this call. */
    pay(charged: bigint, withDeposit = false): string {
      const voucher = signVoucher(charged + BigInt(accepted.amount));
      const deposit = withDeposit ? { deposit: signDeposit() } : {};
      return send({ type: withDeposit ? 'deposit' : 'voucher', voucher, ...deposit });
    },
    /** The header that asks for what is left. */
    refund: (charged: bigint) => send({ type: 'refund', voucher: signVoucher(charged) }),
  };
}
