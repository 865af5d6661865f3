import { z } from 'zod';
import { codesWithStatus, type ErrorCode } from '../../errors/errors.ts';
import { parameterIssues } from '../../errors/product-errors.ts';
import { briefMembers } from '../../products/product.ts';
import type { SoldProduct } from '../document.ts';
import {
  anyError,
  type ErrorResponses,
  headerRefs,
  type Operation,
  pascalCase,
  type ResponseObject,
  type SchemaBook,
} from './components.ts';

/** Failures of any paid call, besides the product's own. */
const COMMON_CODES: readonly ErrorCode[] = [
  'invalid_parameters',
  'invalid_payment_payload',
  'payment_identifier_conflict',
  'rate_limited',
  'settlement_pending',
  'answer_unreadable',
  'payment_service_unavailable',
  'overloaded',
  'shutting_down',
  'deadline_exceeded',
];

const paidAnswer = z
  .object({
    charged: z
      .boolean()
      .describe(
        'true: the payment was settled for this answer; false: the answer was not worth its price, or was paid before',
      ),
    paidBefore: z
      .object({ transaction: z.string().describe('The settlement of the earlier payment') })
      .optional()
      .describe(
        'The payer paid for the same request within the last ten minutes: this payment was not taken',
      ),
    disclaimer: z.string(),
  })
  .describe('What every paid answer has besides');

const briefAnswer = z.object(briefMembers).describe('What every brief answer has besides');

export function describePaidOperation(
  product: SoldProduct,
  book: SchemaBook,
  errors: ErrorResponses,
): Operation {
  const { slug, name, priceUsd, summary, sample } = product;
  const named = pascalCase(slug);
  const brief = book.named('BriefAnswer', briefAnswer);
  const besides = book.named('PaidAnswer', paidAnswer);
  return {
    operationId: camelCase(slug),
    tags: ['Paid'],
    summary: `${name}: $${priceUsd} a call`,
    description: `${summary} Unpaid it answers 402: what to pay, and \`issues\`. Free sample: \`${sample.path}\`.`,
    security: [{ x402: [] }],
    'x-payment-info': {
      price: { mode: 'fixed', currency: 'USD', amount: priceUsd },
      protocols: [{ x402: {} }],
    },
    parameters: product.parameters.map(({ name, required, description, schema, example }) => ({
      name,
      in: 'query',
      required,
      description,
      schema,
      ...(example !== undefined && { example }),
    })),
    responses: {
      '200': {
        description: 'The answer. The payment was settled where `charged` is true.',
        headers: headerRefs('PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'),
        content: {
          'application/json': {
            schema: {
              anyOf: [
                { allOf: [book.named(named, product.response), besides] },
                { allOf: [book.named(`${named}Brief`, product.brief.response), brief, besides] },
              ],
            },
          },
          ...(product.page && pageFor('The answer as one page, for who asks for text/html')),
        },
      },
      '402': { $ref: '#/components/responses/PaymentRequired' },
      ...errors.of(codesOf(product)),
      default: anyError,
    },
  };
}

/** Describes the 402 of every product; the example is the challenge of one. */
export function describePaymentRequired(example: object, book: SchemaBook): ResponseObject {
  return {
    description:
      'A payment is required, or the one that came was not taken: `error` says which. Nothing was charged.',
    headers: headerRefs('PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'Link'),
    content: {
      'application/json': {
        schema: {
          oneOf: [
            book.named('PaymentRequired', paymentRequiredSchema),
            book.named('LegacyPaymentRequired', legacyPaymentRequiredSchema),
          ],
        },
        examples: { payment_required: { summary: 'A call without a payment', value: example } },
      },
      ...pageFor('A page on which a person can pay, for who asks for text/html and sends no payment'),
    },
  };
}

const pageFor = (description: string) => ({
  'text/html': { schema: { type: 'string' as const, description } },
});

function codesOf({ exampleQuery, failures }: SoldProduct): ErrorCode[] {
  return [...('vin' in exampleQuery ? (['invalid_vin'] as const) : []), ...COMMON_CODES, ...failures];
}

export function camelCase(words: string): string {
  const pascal = pascalCase(words);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

const acceptsSchema = z.object({
  scheme: z
    .enum(['exact', 'batch-settlement'])
    .describe(
      'exact: one transfer; batch-settlement, where it is offered: a deposit, and a voucher for each call',
    ),
  network: z.string().describe('Network by its CAIP-2 name'),
  amount: z.string().describe('Price in atomic units of USDC, which has six decimals'),
  asset: z.string().describe('Contract of USDC'),
  payTo: z.string().describe('Who is paid'),
  maxTimeoutSeconds: z.number().int().describe('How long to make the authorization good for'),
  extra: z.looseObject({ name: z.string(), version: z.string() }).describe('EIP-712 domain of the contract'),
  price: z.string().describe('Price in US dollars'),
  mimeType: z.string(),
});

const common = {
  error: z.enum(codesWithStatus(402)).describe('Why there is no answer yet'),
  message: z.string().describe('What to do'),
  resource: z.looseObject({ url: z.string(), description: z.string(), mimeType: z.string() }),
  issues: parameterIssues
    .optional()
    .describe('What is wrong with the parameters: correct it before you pay, such a call is refused'),
  warnings: parameterIssues
    .optional()
    .describe(
      'What speaks against the VIN: compare it with the car before you pay, it may be that of another',
    ),
  terms: z.url(),
  charged: z.literal(false),
  notice: z.string().optional().describe('Present where payments are not real'),
  requestId: z.string(),
  disclaimer: z.string(),
};

/** Body of a 402; the PAYMENT-REQUIRED header holds the same without what is for people. */
const paymentRequiredSchema = z
  .object({
    x402Version: z.literal(2),
    ...common,
    accepts: z.array(acceptsSchema).describe('Sign a payment for one of these'),
    extensions: z
      .record(z.string(), z.looseObject({}))
      .describe('Extensions of x402; clients send them back with the payment'),
  })
  .describe('What to pay, and where');

/** Body of a 402 for clients of the older version; its PAYMENT-REQUIRED header is of version 2 all the same. */
const legacyPaymentRequiredSchema = z
  .looseObject({
    x402Version: z.literal(1),
    error: common.error,
    accepts: z.array(z.looseObject({ maxAmountRequired: z.string(), price: acceptsSchema.shape.price })),
  })
  .describe('What to pay, as version 1 has it: for requests with `X-PAYMENT` or `?x402Version=1`');
