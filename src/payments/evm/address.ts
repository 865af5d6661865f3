import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// Pages load this too: it imports nothing that a browser has not.

/** The spelling of EIP-55, which wallets and other people's code expect to see. */
export function checksumAddress(address: string): `0x${string}` {
  const digits = address.toLowerCase().slice(2);
  if (!/^[0-9a-f]{40}$/.test(digits)) throw new Error('An address has 40 hexadecimal digits after 0x');
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const spelled = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${spelled.join('')}`;
}

/** True unless the address is in mixed case that is not its own checksum: then somebody has mistyped it. */
export function isSpelledRight(address: string): boolean {
  const digits = address.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || address === checksumAddress(address);
}

export interface SignInInfo {
  domain: string;
  uri: string;
  version: string;
  statement: string;
  nonce: string;
  issuedAt: string;
  expirationTime: string;
}

/** Writes the message that a wallet shows and signs to say who it is (EIP-4361). */
export function signInMessage(
  { domain, uri, version, statement, nonce, issuedAt, expirationTime }: SignInInfo,
  chainId: string,
  address: string,
): string {
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expirationTime}`,
  ].join('\n');
}
