import { z } from 'zod';
import { checksumAddress, type Hex } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import { personalMessageDigest, recoverSigner } from '../evm/signature.ts';
import { expiryOfSignIn, type SignInTerms, writeSignInMessage } from './extensions/sign-in-with-x.ts';
import { isNestedDeeperThan } from './payment-schema.ts';

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
const MAX_NESTING = 4;
/** The instance that issued a challenge may be ahead of the one that is shown it. */
const CLOCK_TOLERANCE_MS = 10_000;

const hexOf = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .transform((value): Hex => `0x${value.slice(2).toLowerCase()}`);

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
  const text = Buffer.from(header, 'base64').toString('utf8');
  if (isNestedDeeperThan(text, MAX_NESTING)) return undefined;
  try {
    return Header.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
