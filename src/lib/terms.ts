/** Dollars for an answer of each product, by its slug, where PRICES says nothing else. */
export const usualPrices = {
  decode: '0.01',
  recalls: '0.01',
  'known-issues': '0.05',
  'purchase-costs': '0.02',
  prepurchase: '0.25',
} as const;

/** Calls a minute of one client or, of new orders, of all; by the names that a 429 gives them, where LIMITS says nothing else. */
export const usualLimits = {
  unpaid_challenges: 120,
  failed_payments: 20,
  '/v1/sample/decode': 5,
  '/v1/sample/recalls': 5,
  '/v1/sample/known-issues': 2,
  '/v1/sample/purchase-costs': 10,
  '/v1/sample/prepurchase': 2,
  documents: 120,
  catalog: 5,
  looks: 10,
  pages: 60,
  files: 600,
  sealed_reports: 60,
  '/mcp': 600,
  resource_templates: 30,
  '/a2a': 120,
  new_a2a_orders: 1_200,
} as const;

export type LimitName = keyof typeof usualLimits;

/** Values that an operator sets in place of the usual. */
export interface Terms {
  prices: Readonly<Partial<Record<string, string>>>;
  limits: Readonly<Partial<Record<string, number>>>;
}

/** The largest that the parts of a request may be. */
export const MAX_URL_BYTES = 2048;
export const MAX_HEADER_BYTES = 16 * 1024;
/** One message to an agent protocol. */
export const MAX_MESSAGE_BYTES = 32 * 1024;
/** One report that its buyer has sealed. */
export const MAX_SEALED_BYTES = 64 * 1024;
/** From the first byte of a request to the end of its headers, and from there to the end of its body. */
export const HEADERS_DEADLINE_MS = 10_000;
export const BODY_DEADLINE_MS = 10_000;
