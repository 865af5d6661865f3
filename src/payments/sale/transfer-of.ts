import type { BoundPayment } from '../../storage/ledger-store.ts';
import { asHex } from '../evm/hex.ts';
import type { AuthorizedTransfer } from '../evm/transfer-events.ts';

/** What the chain is asked about. */
export function transferOf({
  payer,
  nonce,
  asset,
  payTo,
  amount,
  validBeforeSeconds,
}: BoundPayment): AuthorizedTransfer {
  return {
    payer: asHex(payer),
    nonce: asHex(nonce),
    asset: asHex(asset),
    payTo: asHex(payTo),
    amount,
    validBeforeSeconds,
  };
}
