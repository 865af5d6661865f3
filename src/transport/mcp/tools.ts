import { z } from 'zod';
import { disclaimer } from '../../disclaimer.ts';
import { Failure } from '../../failures/failure.ts';
import { InvalidParameters } from '../../failures/invalid-parameters.ts';
import { RateLimited } from '../../failures/rate-limited.ts';
import { readPaymentObject } from '../../payments/payment-object.ts';
import type { Offer } from '../../payments/requirements.ts';
import { describeQuery, toInputSchema } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';
import type { Checkout } from '../checkout.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { Caller } from '../json-rpc/caller.ts';
import { RpcError, rpcCodes } from '../json-rpc/rpc-error.ts';
import { toSearch } from '../json-rpc/to-search.ts';
import { type Told, tellBought, tellFailure } from '../tell-bought.ts';
import { describeOutput } from './describe-output.ts';
import { sampleToolName, toolName } from './tool-name.ts';

export const PAYMENT_META = 'x402/payment';
const RECEIPT_META = 'x402/payment-response';

interface Options<Knowledge> {
  products: readonly Listing<Knowledge>[];
  knowledge: Knowledge;
  checkout: Checkout<Knowledge>;
  limits: Limits;
  offerOf(product: Listing<Knowledge>): Offer;
}

type Arguments = Record<string, unknown>;

interface Tool {
  definition: ReturnType<typeof describePaidTool> | ReturnType<typeof describeSampleTool>;
  call(parameters: Arguments, payment: unknown, caller: Caller): Promise<Told>;
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
export function createTools<Knowledge>(options: Options<Knowledge>): Tools {
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
      return toResult(await call.catch((error: unknown) => failed(error, caller)));
    },
  };
}

function failed(error: unknown, { requestId }: Caller): Told {
  if (error instanceof Failure) return tellFailure(error, requestId);
  throw error;
}

function createPaidTool<Knowledge>(
  product: Listing<Knowledge>,
  { checkout, offerOf }: Options<Knowledge>,
): Tool {
  const { bazaar: _declaredForHttp, ...httpOffer } = offerOf(product);
  const offer: Offer = {
    ...httpOffer,
    resource: { ...httpOffer.resource, url: `mcp://tool/${toolName(product)}` },
  };
  return {
    definition: describePaidTool(product),
    async call(parameters, payment, { clientKey, signal, requestId }) {
      const reading = readPaymentObject(payment);
      const bought = await checkout.buy(product, {
        // Who has not paid is told the price, whatever the arguments are, as over HTTP.
        search: reading.outcome === 'none' ? new URLSearchParams() : toSearch(parameters),
        reading,
        offer,
        clientKey,
        signal,
      });
      return tellBought(bought, { offer, version: 2, requestId });
    },
  };
}

function createSampleTool<Knowledge>(
  product: Listing<Knowledge>,
  { knowledge, limits }: Options<Knowledge>,
): Tool {
  const { sample } = product;
  const limit = limits.of(sample.path, sample.limitPerMinute);
  return {
    definition: describeSampleTool(product),
    async call(parameters, _payment, { clientKey }) {
      const { allowed, resetSeconds } = await limit.take(clientKey);
      if (!allowed) throw new RateLimited(resetSeconds);
      const given = Object.keys(parameters);
      if (given.length > 0) {
        const message = 'is not a parameter of this tool; samples take none';
        throw new InvalidParameters(given.map((parameter) => ({ parameter, message })));
      }
      return { kind: 'answer', body: { ...(await sample.read(knowledge)), disclaimer } };
    },
  };
}

function describePaidTool(product: Listing<never>) {
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

function describeSampleTool(product: Listing<never>) {
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

function toResult(told: Told): ToolResult {
  if (told.kind === 'nobody') throw new RpcError(rpcCodes.internalError, 'The caller has left.');
  const { body, receipt } = told;
  return {
    ...(told.kind !== 'answer' && { isError: true }),
    structuredContent: body,
    content: [{ type: 'text', text: JSON.stringify(body) }],
    ...(receipt && { _meta: { [RECEIPT_META]: receipt } }),
  };
}
