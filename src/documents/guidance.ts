import { paths } from './links.ts';
import type { DocumentedSite } from './site.ts';

/** For an agent that decides whether and how to call: a few sentences of prose. */
export function guidance({ products, publicUrl }: DocumentedSite): string {
  const list = products
    .map(({ path, priceUsd, parameters, summary }) => {
      const names = parameters.filter(({ required }) => required).map(({ name }) => name);
      return `GET ${path} ($${priceUsd}; needs ${names.join(', ')}): ${summary}`;
    })
    .join('\n');
  return [
    'Says what the VIN of a used car means before it is bought. GET requests only, JSON answers (browsers, which ask for text/html first, get pages), one payment per call, no account.',
    list,
    'To call: GET the path with its query; the 402 says what to pay; sign one entry of accepts (exact scheme, USDC on eip155:8453, EIP-3009) and repeat the identical request with the payment in PAYMENT-SIGNATURE. Any x402 version 2 client does this.',
    'Errors and answers with charged: false cost nothing. When a connection is lost or the answer is 503 settlement_pending, repeat the identical request with the same payment: it is not charged twice. Never sign a second payment for it.',
    `Try before paying: every product has a free sample of the same shape under /v1/sample/. Everything in one text: ${publicUrl}${paths.llmsFull}`,
    'Not covered: liens, accidents, odometer readings, owners, theft, market value. Recalls are those of the make, model and year; whether one car was repaired only its maker knows.',
  ].join('\n\n');
}
