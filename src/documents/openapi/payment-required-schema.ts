import { z } from 'zod';
import { codesWithStatus } from '../../errors/errors.ts';
import { parameterIssues } from '../../errors/product-errors.ts';

const acceptsSchema = z.object({
  scheme: z.literal('exact'),
  network: z.string().describe('Network by its CAIP-2 name'),
  amount: z.string().describe('Price in atomic units of USDC, which has six decimals'),
  asset: z.string().describe('Contract of USDC'),
  payTo: z.string().describe('Who is paid'),
  maxTimeoutSeconds: z.number().int().describe('How long to make the authorization good for'),
  extra: z.object({ name: z.string(), version: z.string() }).describe('EIP-712 domain of the contract'),
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
  terms: z.url(),
  charged: z.literal(false),
  notice: z.string().optional().describe('Present where payments are not real'),
  requestId: z.string(),
  disclaimer: z.string(),
};

/** The body of a 402; the PAYMENT-REQUIRED header holds the same without what is for people. */
export const paymentRequiredSchema = z
  .object({
    x402Version: z.literal(2),
    ...common,
    accepts: z.array(acceptsSchema).describe('Sign a payment for one of these'),
    extensions: z
      .record(z.string(), z.looseObject({}))
      .describe('Extensions of x402; clients send them back with the payment'),
  })
  .describe('What to pay, and where');

/** The body of a 402 for clients of the older version; its PAYMENT-REQUIRED header is of version 2 all the same. */
export const legacyPaymentRequiredSchema = z
  .object({
    x402Version: z.literal(1),
    ...common,
    accepts: z.array(
      z.object({
        scheme: z.literal('exact'),
        network: z.string(),
        maxAmountRequired: z.string().describe('Price in atomic units of USDC'),
        resource: z.string(),
        description: z.string(),
        mimeType: z.string(),
        payTo: z.string(),
        maxTimeoutSeconds: z.number().int(),
        asset: z.string(),
        outputSchema: z.looseObject({}),
        extra: acceptsSchema.shape.extra,
        price: acceptsSchema.shape.price,
      }),
    ),
  })
  .describe('What to pay, as version 1 has it: for requests with `X-PAYMENT` or `?x402Version=1`');
