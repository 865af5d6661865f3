import { z } from 'zod';
import type { Issuer } from '../payments/wire/receipt.ts';
import { createJsonDocument, type FreeDocument } from './document.ts';
import { paths } from './links.ts';

const signingKeysSchema = z.object({
  '@context': z.array(z.url()),
  id: z.string().describe('The service as a DID'),
  verificationMethod: z.array(
    z.object({
      id: z.string().describe('What the kid of a signature names'),
      type: z.literal('JsonWebKey2020'),
      controller: z.string(),
      publicKeyJwk: z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        alg: z.literal('EdDSA'),
      }),
    }),
  ),
  assertionMethod: z.array(z.string()),
  disclaimer: z.string(),
});

/** Writes the DID document (did:web), in which verifiers look for the key that a signature names. */
export function createSigningKeys({ did, keys }: Issuer): FreeDocument {
  return createJsonDocument({
    path: paths.signingKeys,
    summary: 'The public keys by which signed offers and receipts are verified (did:web)',
    schema: signingKeysSchema,
    body: () => ({
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
      id: did,
      verificationMethod: keys.map(({ id, publicKey }) => ({
        id,
        type: 'JsonWebKey2020' as const,
        controller: did,
        publicKeyJwk: publicKey,
      })),
      assertionMethod: keys.map(({ id }) => id),
    }),
  });
}
