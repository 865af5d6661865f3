import { z } from 'zod';
import { refusalMessages } from '../../../payments/challenge.ts';
import type { PaymentRefusal } from '../../../payments/payment.ts';

const refusals = Object.keys(refusalMessages) as PaymentRefusal[];

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

/** The body of every 402; the PAYMENT-REQUIRED header holds the same without what is for people. */
export const paymentRequiredSchema = z
  .object({
    x402Version: z.literal(2),
    error: z.enum(refusals).describe('Why there is no answer yet'),
    message: z.string().describe('What to do'),
    resource: z.looseObject({ url: z.string(), description: z.string(), mimeType: z.string() }),
    accepts: z.array(acceptsSchema).describe('Sign a payment for one of these'),
    extensions: z
      .record(z.string(), z.looseObject({}))
      .describe('Extensions of x402; clients send them back with the payment'),
    terms: z.url(),
    charged: z.literal(false),
    notice: z.string().optional().describe('Present where payments are not real'),
    requestId: z.string(),
    disclaimer: z.string(),
  })
  .describe('What to pay, and where');
