import { PaymentRefused } from './error-families.ts';

/** A viem account, or anything else that has an address and signs typed data in viem's form. */
export interface Signer {
  address: `0x${string}`;
  signTypedData(data: TransferData): Promise<string>;
}

/** The message that is signed: USDC's `transferWithAuthorization` (EIP-3009). */
export interface TransferData {
  domain: { name: string; version: string; chainId: number; verifyingContract: `0x${string}` };
  types: { TransferWithAuthorization: { name: string; type: string }[] };
  primaryType: 'TransferWithAuthorization';
  message: {
    from: `0x${string}`;
    to: `0x${string}`;
    /** Whole numbers as decimal text, which every signer takes. */
    value: string;
    validAfter: string;
    validBefore: string;
    nonce: `0x${string}`;
  };
}

/** One entry of `accepts` in a challenge, as far as the client reads it. */
interface PaymentRequirements {
  scheme: string;
  network: string;
  asset: string;
  /** USDC in atomic units. */
  amount: string;
  payTo: `0x${string}`;
  maxTimeoutSeconds: number;
  extra?: unknown;
}

export interface Terms extends PaymentRequirements {
  domain: TransferData['domain'];
}

const usdcDomain = (name: string, chainId: number, verifyingContract: `0x${string}`) => ({
  name,
  version: '2',
  chainId,
  verifyingContract,
});

/**
 * Circle's USDC, and the domain that is signed under: on Base, and on its test network, where it is worth nothing. What
 * is signed for one is good for nothing on the other.
 */
const USDC_DOMAINS: Record<string, TransferData['domain']> = {
  'eip155:8453': usdcDomain('USD Coin', 8453, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
  'eip155:84532': usdcDomain('USDC', 84532, '0x036cbd53842c5426634e7929541ec2318f3dcf7e'),
};

const FIELDS = {
  from: 'address',
  to: 'address',
  value: 'uint256',
  validAfter: 'uint256',
  validBefore: 'uint256',
  nonce: 'bytes32',
};
const CLOCK_TOLERANCE_SECONDS = 600;
export const LONGEST_VALIDITY_SECONDS = 600;

/**
 * The first way to pay of the first of the schemes, on a network that is known to be right. Which contract is signed for is never the service's to
 * say: a signature for another one could be worth anything.
 */
export function readTerms(
  body: Record<string, unknown>,
  payTo: string | undefined,
  schemes: readonly string[],
): Terms {
  const accepts: unknown[] = Array.isArray(body.accepts) ? body.accepts : [];
  const offers = accepts.filter(isOffer);
  for (const asked of schemes.flatMap((name) => offers.filter(({ scheme }) => scheme === name))) {
    const domain = USDC_DOMAINS[asked.network];
    const isKnown = asked.asset.toLowerCase() === domain?.verifyingContract;
    if (isKnown && (!payTo || asked.payTo.toLowerCase() === payTo.toLowerCase())) return { ...asked, domain };
  }
  throw new PaymentRefused('unacceptable_terms', 'Not asked for USDC on Base, or not to payTo.');
}

function isOffer(given: unknown): given is PaymentRequirements {
  const { scheme, network, asset, amount, payTo, maxTimeoutSeconds } = Object(given);
  return (
    [scheme, network, asset, amount, payTo].every((one) => typeof one === 'string') &&
    /^\d+$/.test(amount) &&
    maxTimeoutSeconds > 0
  );
}

export const random256 = () =>
  `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as const;

/** The terms, with a payment signed for the call of this id as the value of its header, and until when it is good. */
export async function signPayment(signer: Signer, { domain, ...terms }: Terms, id: string) {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const untilSeconds = nowSeconds + Math.min(terms.maxTimeoutSeconds, LONGEST_VALIDITY_SECONDS);
  const message = {
    from: signer.address,
    to: terms.payTo,
    value: terms.amount,
    validAfter: `${nowSeconds - CLOCK_TOLERANCE_SECONDS}`,
    validBefore: `${untilSeconds}`,
    nonce: random256(),
  };
  const primaryType = 'TransferWithAuthorization';
  const signature = await signer.signTypedData({
    domain,
    types: { [primaryType]: Object.entries(FIELDS).map(([field, type]) => ({ name: field, type })) },
    primaryType,
    message,
  });
  const header = toHeader(terms, { signature, authorization: message }, id);
  return { ...terms, ...message, header, untilMs: untilSeconds * 1000 };
}

export function toHeader(accepted: object, payload: object, id: string): string {
  // Known to the payer alone, unlike the nonce: who repeats it gets the kept answer.
  const extensions = { 'payment-identifier': { info: { required: false, id } } };
  return btoa(JSON.stringify({ x402Version: 2, accepted, payload, extensions }));
}

/** Longer than a node and this clock are behind the chain. */
const MARGIN_MS = 60_000;
/** The function `authorizationState(address,bytes32)` of USDC: whether a payment was taken or cancelled. */
const AUTHORIZATION_STATE = '0xe94a0102';

interface Signed {
  asset: string;
  from: string;
  nonce: string;
  untilMs: number;
}

interface Asking {
  rpcUrl: string;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal | undefined;
}

/** Tells whether its time is over and the chain says that it was not used; false also where nobody answers. */
export async function canNeverBeTaken(
  { asset, from, nonce, untilMs }: Signed,
  { rpcUrl, fetch, signal }: Asking,
): Promise<boolean> {
  if (Date.now() < untilMs + MARGIN_MS) return false;
  const data = `${AUTHORIZATION_STATE}${from.slice(2).padStart(64, '0')}${nonce.slice(2)}`;
  const params = [{ to: asset, data }, 'latest'];
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params }),
      redirect: 'error',
      signal: signal ?? null,
    });
    const { result }: { result?: string } = JSON.parse(await response.text());
    return /^0x0+$/.test(`${result}`);
  } catch {
    return false;
  }
}
