import type { PrivateKeyAccount } from 'viem/accounts';
import { requireProgram } from '../../tools/programs/fetch.ts';

interface EarlierClient {
  wrapFetchWithPayment(fetchOfPage: typeof fetch, wallet: PrivateKeyAccount): typeof fetch;
  decodeXPaymentResponse(header: string): unknown;
}

const earlier: EarlierClient = requireProgram('x402-fetch');

/** The official client of the protocol before. It brings other chains along, so it is fetched with the programs. */
export const { wrapFetchWithPayment: wrapFetchWithLegacyPayment, decodeXPaymentResponse } = earlier;
