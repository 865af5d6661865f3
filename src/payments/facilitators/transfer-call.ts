import { bytes, encodeCall, word } from '../evm/abi.ts';
import type { Hex } from '../evm/hex.ts';
import { unwrapCounterfactual } from '../evm/signature.ts';
import type { AuthorizedTransfer } from '../evm/transfer-events.ts';
import type { Payment } from '../wire/payment.ts';

export interface ContractCall {
  to: Hex;
  data: Hex;
}

/** The call that takes the money. */
export function transferCall({ payload, requirements, signedBy }: Payment): ContractCall {
  const { authorization, signature } = payload.payload;
  const message = [
    word(authorization.from),
    word(authorization.to),
    word(BigInt(authorization.value)),
    word(BigInt(authorization.validAfter)),
    word(BigInt(authorization.validBefore)),
    word(authorization.nonce),
  ];
  const types = 'address,address,uint256,uint256,uint256,bytes32';
  if (signedBy === 'contract') {
    const data = encodeCall(
      `transferWithAuthorization(${types},bytes)`,
      ...message,
      bytes(unwrapCounterfactual(signature)),
    );
    return { to: requirements.asset, data };
  }
  const data = encodeCall(
    `transferWithAuthorization(${types},uint8,bytes32,bytes32)`,
    ...message,
    word(Number.parseInt(signature.slice(130), 16)),
    word(`0x${signature.slice(2, 66)}`),
    word(`0x${signature.slice(66, 130)}`),
  );
  return { to: requirements.asset, data };
}

/** What the chain shows once the money is taken. */
export function authorizedTransferOf(payment: Payment): AuthorizedTransfer {
  const { payer, nonce, amount, requirements, validBeforeSeconds } = payment;
  return { payer, nonce, amount, asset: requirements.asset, payTo: requirements.payTo, validBeforeSeconds };
}
