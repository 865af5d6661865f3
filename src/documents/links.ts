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
  apiCatalog: '/.well-known/api-catalog',
  security: '/.well-known/security.txt',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
} as const;

/** Nothing that anybody would call from a program. */
export const crawlerPaths: readonly string[] = [paths.robots, paths.sitemap, paths.security];

/** Where agents look that guess: each leads to what they want. */
export const guessedPaths = {
  serverCard: '/.well-known/mcp.json',
  agentCard: '/.well-known/agent.json',
  skill: '/AGENTS.md',
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

/** Keeps what browsers have sealed; no page. */
export const sealedReportsPath = '/report/sealed';

/** Pages about one visitor's car: nobody else finds them. */
export const privatePaths: readonly string[] = [pagePaths.car, pagePaths.report];

/**
 * Value of the `Link` header of documents and challenges: by the registered relations, where the description, its
 * reference and the terms are. It is relative, so that it is short and the same under any address.
 */
export const documentLinks = [
  `<${paths.openapi}>; rel="service-desc"; type="application/json"`,
  `<${paths.reference}>; rel="service-doc"; type="text/html"`,
  `<${paths.terms}>; rel="terms-of-service"; type="text/plain"`,
].join(', ');
