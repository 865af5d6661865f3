import { z } from 'zod';
import { isServiceError, ServiceError } from '../../../errors/service-error.ts';
import { disclaimer } from '../../../lib/disclaimer.ts';
import { readPaymentObject } from '../../../payments/wire/payment-object.ts';
import type { Offer } from '../../../payments/wire/requirements.ts';
import { describeQuery, toInputSchema } from '../../../products/describe-query.ts';
import type { Knowledge } from '../../../products/knowledge.ts';
import type { Listing } from '../../../products/product.ts';
import type { Limits } from '../../limits/limits.ts';
import { asObject, failureAsObject, type ObjectReply } from '../../paid-reply.ts';
import type { Seller } from '../../sell.ts';
import type { Caller } from '../caller.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import { toSearch } from '../to-search.ts';
import { describeOutput } from './describe-output.ts';
import { sampleToolName, toolName } from './tool-name.ts';
import { offerTool } from './tool-offer.ts';

export const PAYMENT_META = 'x402/payment';
const RECEIPT_META = 'x402/payment-response';

interface Options {
  products: readonly Listing[];
  knowledge: Knowledge;
  seller: Seller;
  limits: Limits;
  offerOf(product: Listing): Offer;
  publicUrl: string;
}

type Arguments = Record<string, unknown>;

interface Tool {
  definition: ReturnType<typeof describePaidTool> | ReturnType<typeof describeSampleTool>;
  call(parameters: Arguments, payment: unknown, caller: Caller): Promise<ObjectReply | undefined>;
}

export interface Tools {
  list(): Tool['definition'][];
  call(params: unknown, caller: Caller): Promise<ToolResult>;
}

export interface ToolResult {
  isError?: true;
  structuredContent: object;
  content: [{ type: 'text'; text: string }];
  _meta?: Record<string, unknown>;
}

const callParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
  _meta: z.record(z.string(), z.unknown()).nullish(),
});

/** A tool for each product and one for each free sample, in the order of the product table. */
export function createTools(options: Options): Tools {
  const tools = new Map<string, Tool>();
  for (const product of options.products) {
    tools.set(toolName(product), createPaidTool(product, options));
    tools.set(sampleToolName(product), createSampleTool(product, options));
  }
  return {
    list: () => [...tools.values()].map(({ definition }) => definition),
    async call(params, caller) {
      const parsed = callParams.safeParse(params);
      if (!parsed.success) {
        throw new RpcError(rpcCodes.invalidParams, 'tools/call takes a name, arguments and _meta.');
      }
      const { name, arguments: parameters, _meta: meta } = parsed.data;
      const tool = tools.get(name);
      if (!tool) throw new RpcError(rpcCodes.invalidParams, 'There is no such tool; tools/list lists all.');
      const call = tool.call(parameters ?? {}, meta?.[PAYMENT_META] ?? undefined, caller);
      return toResult(await call.catch((error: unknown) => failed(error, caller)), caller);
    },
  };
}

function failed(error: unknown, { requestId }: Caller): ObjectReply {
  if (isServiceError(error)) return failureAsObject(error, requestId);
  throw error;
}

function createPaidTool(product: Listing, { seller, offerOf, publicUrl }: Options): Tool {
  const offer = offerTool(product, offerOf(product), publicUrl);
  return {
    definition: describePaidTool(product),
    async call(parameters, payment, { clientKey, signal, requestId }) {
      const reading = readPaymentObject(payment);
      const reply = await seller.sell(product, {
        // Without a payment the reply is the price, whatever the arguments are, as over HTTP.
        search: reading.kind === 'none' ? new URLSearchParams() : toSearch(parameters),
        reading,
        offer,
        clientKey,
        signal,
      });
      return reply && asObject(reply, requestId);
    },
  };
}

function createSampleTool(product: Listing, { knowledge, limits }: Options): Tool {
  const { sample } = product;
  const limit = limits.of(sample.path, sample.limitPerMinute);
  return {
    definition: describeSampleTool(product),
    async call(parameters, _payment, { clientKey }) {
      const { allowed, resetSeconds } = await limit.take(clientKey);
      if (!allowed)
        throw new ServiceError('rate_limited', { limit: limit.name, retryAfterSeconds: resetSeconds });
      const given = Object.keys(parameters);
      if (given.length > 0) {
        const message = 'is not a parameter of this tool; samples take none';
        throw new ServiceError('invalid_parameters', {
          issues: given.map((parameter) => ({ parameter, message })),
        });
      }
      return { kind: 'answer', body: { ...(await sample.read(knowledge)), disclaimer } };
    },
  };
}

function describePaidTool(product: Listing) {
  const { name, priceUsd, summary, description, query, response } = product;
  return {
    name: toolName(product),
    title: `${name} ($${priceUsd})`,
    description:
      `${summary} ${description} Costs $${priceUsd} in USDC, paid per call by x402: the first call answers what to ` +
      `pay, the second carries the payment in _meta["${PAYMENT_META}"]. Errors and answers with charged false cost ` +
      `nothing. ${sampleToolName(product)} shows the same shape free.`,
    inputSchema: toInputSchema(describeQuery(query)),
    outputSchema: describeOutput(response),
    annotations: {
      title: name,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
  };
}

function describeSampleTool(product: Listing) {
  const { name, sample } = product;
  return {
    name: sampleToolName(product),
    title: `${name}: free sample`,
    description:
      `What ${toolName(product)} returns, for one fixed vehicle or sale. Free, takes no arguments, ` +
      `${sample.limitPerMinute} calls a minute.`,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false } as const,
    outputSchema: describeOutput(sample.response),
    annotations: {
      title: `${name}: free sample`,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

function toResult(reply: ObjectReply | undefined, { whenSent }: Caller): ToolResult {
  if (!reply) throw new RpcError(rpcCodes.internalError, 'The caller has left.');
  const { kind, body, receipt, handedOut } = reply;
  if (handedOut) whenSent(handedOut);
  return {
    ...(kind !== 'answer' && { isError: true }),
    structuredContent: body,
    content: [{ type: 'text', text: JSON.stringify(body) }],
    ...(receipt && { _meta: { [RECEIPT_META]: receipt } }),
  };
}
