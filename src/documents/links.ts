export const paths = {
  health: '/health',
  openapi: '/openapi.json',
  reference: '/docs',
  terms: '/terms.txt',
  termsData: '/terms.json',
  changelog: '/changelog',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  discovery: '/discovery',
  x402: '/.well-known/x402',
  signingKeys: '/.well-known/did.json',
  serverCard: '/.well-known/mcp/server-card.json',
  skill: '/skill.md',
  security: '/.well-known/security.txt',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
} as const;

export const protocolPaths = { mcp: '/mcp', a2a: '/a2a' } as const;

export const pagePaths = {
  home: '/',
  sample: '/sample',
  coverage: '/coverage',
  quote: '/quote',
  buy: '/buy',
  prices: '/prices',
  terms: '/terms',
  privacy: '/privacy',
  car: '/car',
  report: '/report',
} as const;

/** Pages about one visitor's car: nobody else finds them. */
export const privatePaths: readonly string[] = [pagePaths.car, pagePaths.report];

/** Value of the `Link` header of everything free: relative, so that it is the same under any address. */
export const documentLinks = linkHeader('');

/** Says by the registered relations where the description, its reference and the terms are. */
export function linkHeader(baseUrl: string): string {
  return [
    `<${baseUrl}${paths.openapi}>; rel="service-desc"; type="application/json"`,
    `<${baseUrl}${paths.reference}>; rel="service-doc"; type="text/html"`,
    `<${baseUrl}${paths.terms}>; rel="terms-of-service"; type="text/plain"`,
  ].join(', ');
}
