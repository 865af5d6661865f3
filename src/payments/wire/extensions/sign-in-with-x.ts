import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { checksumAddress, signInMessage } from '../../evm/address.ts';
import { type Hex, hexOf } from '../../evm/encoding.ts';
import type { Network } from '../../evm/networks.ts';
import { personalMessageDigest, recoverSigner } from '../../evm/signature.ts';

/** The x402 extension by which a wallet shows who it is, to fetch what it has paid for. Its header has the same name. */
export const SIGN_IN = 'sign-in-with-x';

/** A multiple of three, so that a nonce can be put into a text that is base64 already. */
const NONCE_CHARACTERS = 33;
const MARK_CHARACTERS = 16;
/** Stands in kept texts where each challenge has a nonce of its own. */
export const NONCE_PLACEHOLDER = 'n'.repeat(NONCE_CHARACTERS);

/** The time in which a challenge can be signed in with: longer than anybody takes to sign, shorter than an answer is kept. */
const VALID_FOR_MS = 300_000;

export type SignInTerms = ReturnType<typeof createSignInTerms>;

/** Holds what is the same in every sign-in. All instances need the same secret: what one issues, another is shown. */
export function createSignInTerms({ publicUrl, secret }: { publicUrl: string; secret: string }) {
  const { host, origin } = new URL(publicUrl);
  const markOf = (issuedAt: string) =>
    createHmac('sha256', secret)
      .update(`${SIGN_IN} ${origin} ${issuedAt}`)
      .digest('hex')
      .slice(0, MARK_CHARACTERS);
  // Challenges are dated by the minute, so that this is worked out once a minute.
  let latest = { issuedAt: '', mark: '' };
  return {
    /** Host and port, as wallets show it. */
    domain: host,
    /** A nonce that nobody else is given, for a challenge of this time. */
    newNonce(issuedAt: string): string {
      if (latest.issuedAt !== issuedAt) latest = { issuedAt, mark: markOf(issuedAt) };
      return `${latest.mark}${randomUUID().replaceAll('-', '')}`.slice(0, NONCE_CHARACTERS);
    },
    /** Whether an instance of this service has issued the nonce for a challenge of this time. */
    isOurs(nonce: string, issuedAt: string): boolean {
      const mark = Buffer.from(nonce.slice(0, MARK_CHARACTERS).padEnd(MARK_CHARACTERS));
      return timingSafeEqual(mark, Buffer.from(markOf(issuedAt)));
    },
  };
}

interface SignInRequest {
  network: Network;
  domain: string;
  uri: string;
  nonce: string;
  issuedAtMs: number;
}

const describe = ({ domain, uri, nonce, issuedAtMs }: SignInRequest) => ({
  domain,
  uri,
  version: '1',
  statement: 'Fetch what this wallet has paid for. Nothing is charged.',
  nonce,
  issuedAt: new Date(issuedAtMs).toISOString(),
  expirationTime: new Date(issuedAtMs + VALID_FOR_MS).toISOString(),
});

const expiryOfSignIn = (issuedAtMs: number): number => issuedAtMs + VALID_FOR_MS;

export function declareSignIn(request: SignInRequest) {
  return {
    info: describe(request),
    supportedChains: [{ chainId: request.network.id, type: 'eip191' }],
    schema: {},
  };
}

/** The message that the wallet shows and signs. */
export function writeSignInMessage(request: SignInRequest, address: string): string {
  return signInMessage(describe(request), String(request.network.chainId), address);
}

/** A wallet that has shown who it is, once. */
export interface SignIn {
  /** Lower case. */
  payer: Hex;
  /** To be taken once only, by whoever acts upon this sign-in. */
  nonce: string;
  /** After this it is refused whatever its nonce is. */
  expiresAtMs: number;
}

interface Circumstances {
  network: Network;
  terms: SignInTerms;
  /** The address that the challenge names. */
  resourceUrl: string;
  nowMs: number;
}

const MAX_CHARACTERS = 4_096;
/** The instance that issued a challenge may be ahead of the one that is shown it. */
const CLOCK_TOLERANCE_MS = 10_000;

/** Only what we cannot know ourselves. */
const Header = z.object({
  address: hexOf(40),
  nonce: z.string().regex(/^[0-9a-f]{33}$/),
  issuedAt: z.iso.datetime({ precision: 3 }),
  signature: hexOf(130),
});

/**
 * Finds whose wallet has signed in by this header, for this resource and within its time; `undefined` where it says nothing
 * that counts. What was signed is written here anew from our own terms: for another service, address or time, or with
 * other words, the signature is nobody's.
 *
 * @NOTE Accounts only: what a smart wallet signs could be checked by asking a node alone, for any stranger.
 */
export function checkSignIn(
  header: string,
  { network, terms, resourceUrl, nowMs }: Circumstances,
): SignIn | undefined {
  const read = readHeader(header);
  if (!read) return undefined;
  const { address, nonce, issuedAt, signature } = read;
  const issuedAtMs = Date.parse(issuedAt);
  const expiresAtMs = expiryOfSignIn(issuedAtMs);
  const isInTime = issuedAtMs <= nowMs + CLOCK_TOLERANCE_MS && nowMs < expiresAtMs;
  if (!isInTime || !terms.isOurs(nonce, issuedAt)) return undefined;
  const request = { network, domain: terms.domain, uri: resourceUrl, nonce, issuedAtMs };
  const digest = personalMessageDigest(writeSignInMessage(request, checksumAddress(address)));
  return recoverSigner(digest, signature) === address ? { payer: address, nonce, expiresAtMs } : undefined;
}

function readHeader(header: string): z.output<typeof Header> | undefined {
  if (header.length > MAX_CHARACTERS || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) return undefined;
  try {
    return Header.safeParse(JSON.parse(Buffer.from(header, 'base64').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
