import { version } from '../lib/version.ts';
import { createDocument, createJsonDocument, type DocumentedSite, type FreeDocument } from './document.ts';
import { paths, protocolPaths } from './links.ts';

const NAME = 'forecourt';
const PUBLISHER_PROVIDED = 'io.modelcontextprotocol.registry/publisher-provided';

/**
 * Describes the MCP server for registries and clients that look before they connect. It has the members of a registry's
 * server.json, so that the same file lists a deployment there.
 */
export function createServerCard({ publicUrl, network: { notice } }: DocumentedSite): FreeDocument {
  return createJsonDocument({
    path: paths.serverCard,
    summary: 'The MCP server, for registries',
    body: () => ({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: `${reversedHost(publicUrl)}/${NAME}`,
      title: 'Forecourt',
      description: 'What a VIN means before money changes hands, paid per call in USDC by x402',
      version,
      websiteUrl: publicUrl,
      remotes: [{ type: 'streamable-http', url: `${publicUrl}${protocolPaths.mcp}` }],
      // Registries take a description of a hundred characters at most.
      ...(notice !== undefined && { _meta: { [PUBLISHER_PROVIDED]: { notice } } }),
    }),
  });
}

function reversedHost(publicUrl: string): string {
  return new URL(publicUrl).hostname.split('.').reverse().join('.');
}

/** Writes a skill file: when an agent should think of this service, and how it calls it. */
export function createSkill({
  publicUrl,
  network: { money, notice },
  products,
}: DocumentedSite): FreeDocument {
  return createDocument({
    path: paths.skill,
    contentType: 'text/markdown; charset=utf-8',
    summary: 'A skill file for agents',
    text: [
      '---',
      `name: ${NAME}`,
      'description: Says what the VIN of a used car means before it is bought. Use it when somebody names a VIN, asks for recalls, known problems or the taxes and fees of buying a used car in Canada or the United States, or wants a check before a purchase.',
      '---',
      '',
      '# Forecourt',
      '',
      ...(notice === undefined ? [] : [notice, '']),
      `Each call is paid by x402 (${money}); a call without a payment costs nothing and says what to pay. MCP: ${publicUrl}${protocolPaths.mcp}. A2A: ${publicUrl}${protocolPaths.a2a}. HTTP: ${publicUrl}${paths.llms}.`,
      '',
      '| what | price | call | free sample |',
      '|---|---|---|---|',
      ...products.map(
        ({ summary, priceUsd, exampleUrl, sample }) =>
          `| ${summary} | $${priceUsd} | GET ${exampleUrl} | GET ${sample.url} |`,
      ),
      '',
      '1. Say the price to the user before you pay, and try the free sample first.',
      '2. GET the address with its query. The 402 says what to pay; sign one entry of `accepts` and repeat the identical request with it in PAYMENT-SIGNATURE. Errors and answers with `charged: false` cost nothing.',
      '3. Where a connection was lost, repeat the same request with the same payment: it is not charged twice.',
      '4. Cite campaign and complaint numbers exactly as they are returned. A recall of the model says nothing about whether this car was repaired.',
      '',
      `Every parameter, and a program that pays: ${publicUrl}${paths.llms}`,
      '',
    ].join('\n'),
  });
}
