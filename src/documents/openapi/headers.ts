const text = { type: 'string' } as const;

/** Every header that an answer may carry besides those of plain HTTP. */
export const headers = {
  'X-Request-Id': { description: 'Names this request in our log', schema: text },
  'PAYMENT-REQUIRED': {
    description: 'The x402 version 2 challenge as base64 of JSON',
    schema: text,
  },
  'PAYMENT-RESPONSE': {
    description:
      'How the settlement went, as base64 of JSON: success, transaction, network, payer, errorReason, and a signed receipt in extensions',
    schema: text,
  },
  'X-PAYMENT-RESPONSE': {
    description: 'The same as PAYMENT-RESPONSE, for those who paid by X-PAYMENT',
    schema: text,
  },
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer' } },
  RateLimit: { description: 'Requests left (r) and seconds until the window is new (t)', schema: text },
  'RateLimit-Policy': { description: 'Requests (q) per window of so many seconds (w)', schema: text },
  ETag: {
    description: 'Send it back in If-None-Match to be answered 304 while nothing changed',
    schema: text,
  },
  Link: { description: 'Where the description, its reference and the terms are', schema: text },
  Allow: { description: 'The methods that the path takes', schema: text },
} as const;

export type HeaderName = keyof typeof headers;

export function headerRefs(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
