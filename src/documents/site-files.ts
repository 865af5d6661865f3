import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { interfaceHistory, interfaceVersion } from '../lib/version.ts';
import type { Issuer } from '../payments/wire/receipt.ts';
import { createDocument, createJsonDocument, type DocumentedSite, type FreeDocument } from './document.ts';
import { pagePaths, paths, privatePaths } from './links.ts';

const PLAIN = 'text/plain; charset=utf-8';

/** Lets robots read everything free; paid paths only answer them with what they cost. */
export function createRobots({ publicUrl }: DocumentedSite): FreeDocument {
  return createDocument({
    path: paths.robots,
    contentType: PLAIN,
    summary: 'What robots may read: everything',
    text: `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}${paths.sitemap}\n`,
  });
}

/** Lists what people read: search engines show nobody data. */
export function createSitemap({ publicUrl, documents }: DocumentedSite): FreeDocument {
  return createDocument({
    path: paths.sitemap,
    contentType: 'application/xml; charset=utf-8',
    summary: 'All free pages, for search engines',
    text: () => {
      const pages = Object.values(pagePaths).filter((path) => !privatePaths.includes(path));
      const readable = documents
        .flatMap((document) => [document, ...(document.parts ?? [])])
        .filter(({ path, contentType }) => contentType.startsWith('text/html') || path === paths.changelog);
      const free = [...pages, ...readable.map(({ path }) => path)];
      const urls = free
        .map((path) => `  <url><loc>${escapeXml(`${publicUrl}${path}`)}</loc></url>\n`)
        .join('');
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
    },
  });
}

const VALID_FOR_MS = 180 * 24 * 60 * 60_000;

/**
 * Writes the file of RFC 9116. It expires half a year after the start, so that a service that is not maintained says so
 * itself.
 */
export function createSecurityText({ publicUrl, contact }: DocumentedSite): FreeDocument {
  const expires = new Date(Date.now() + VALID_FOR_MS).toISOString().slice(0, 10);
  return createDocument({
    path: paths.security,
    contentType: PLAIN,
    summary: 'Where to report a weakness',
    text:
      `Contact: ${contact}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en\n` +
      `Canonical: ${publicUrl}${paths.security}\n`,
  });
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const history = interfaceHistory
  .map(({ on, changes }) => `### ${on}\n${changes.map((change) => `- ${change}`).join('\n')}`)
  .join('\n\n');

function withInterface(changes: string): string {
  return `${changes}\n\n## The interface: ${interfaceVersion}\n\n${history}`;
}

const PRICE = / \(\$[\d.]+\)/g;

/** Reads the project's own CHANGELOG.md, but for the usual prices: an operator may ask others. */
export const readChangelog = () =>
  readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
    .trimEnd()
    .replaceAll(PRICE, '');

/** Shows the changelog with links to the next documents. */
export function createChangelog(publicUrl: string): FreeDocument {
  return createDocument({
    path: paths.changelog,
    summary: 'What changed, version by version',
    contentType: 'text/markdown; charset=utf-8',
    text: () => {
      return `${withInterface(readChangelog())}\n\n[Terms](${publicUrl}${paths.terms}) · [All documents](${publicUrl}${paths.discovery})\n`;
    },
  });
}

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
