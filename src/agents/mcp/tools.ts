import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isServiceError } from '../../errors/service-error.ts';
import { readPaymentObject } from '../../payments/wire/header.ts';
import type { Offer } from '../../payments/wire/requirements.ts';
import { describeQuery, toInputSchema } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';
import type { GiveSample } from '../../sell/samples.ts';
import { asObject, failureAsObject, type ObjectReply, type Seller } from '../../sell/sell.ts';
import { type Caller, invalidParams, RpcError, rpcCodes, toSearch } from '../json-rpc.ts';
import {
  askToOpenPage,
  offerTool,
  type PageState,
  payPageOf,
  priceWords,
  sampleToolName,
  toolName,
} from './tool-offer.ts';

export const PAYMENT_META = 'x402/payment';
const RECEIPT_META = 'x402/payment-response';

interface Options {
  products: readonly Listing[];
  seller: Seller;
  giveSample: GiveSample;
  offerOf(product: Listing): Offer;
  publicUrl: string;
}

export interface McpCall extends PageState {
  caller: Caller;
}

type Arguments = Record<string, unknown>;

export type ToolDefinition = ReturnType<typeof describePaidTool> | ReturnType<typeof describeSampleTool>;

interface Tool {
  definition: ToolDefinition;
  call(parameters: Arguments, payment: unknown, call: McpCall): Promise<ToolResult | InputRequiredResult>;
}

interface ToolResult {
  isError?: true;
  structuredContent: object;
  content: { type: 'text'; text: string }[];
  _meta?: Record<string, unknown>;
}

const callParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
  _meta: z.record(z.string(), z.unknown()).nullish(),
});

export function createTools(options: Options) {
  const tools = new Map<string, Tool>();
  for (const product of options.products) {
    tools.set(toolName(product), createPaidTool(product, options));
    tools.set(sampleToolName(product), createSampleTool(product, options));
  }
  return {
    list: (): ToolDefinition[] => [...tools.values()].map(({ definition }) => definition),
    async call(params: unknown, call: McpCall): Promise<ToolResult | InputRequiredResult> {
      const parsed = callParams.safeParse(params);
      if (!parsed.success) {
        throw invalidParams('tools/call takes a name, arguments and _meta.');
      }
      const { name, arguments: parameters, _meta: meta } = parsed.data;
      const tool = tools.get(name);
      if (!tool) throw invalidParams('There is no such tool; tools/list lists all.');
      try {
        return await tool.call(parameters ?? {}, meta?.[PAYMENT_META] ?? undefined, call);
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const failed = failureAsObject(error, call.caller.requestId);
        return toResult(failed, failed.message, call.caller);
      }
    },
  };
}

function createPaidTool(product: Listing, { seller, offerOf, publicUrl }: Options): Tool {
  const offer = offerTool(product, offerOf(product), publicUrl);
  const { notice } = offer.network;
  const paying = payingInTwoCalls(product);
  return {
    definition: describePaidTool(product, notice === undefined ? paying : `${paying} ${notice}`),
    async call(parameters, payment, { caller, page }) {
      const reading = readPaymentObject(payment);
      const sold = await seller.sell(product, {
        search: toSearch(parameters),
        checkFirst: true,
        reading,
        offer,
        requestId: caller.requestId,
        clientKey: caller.clientKey,
        signal: caller.signal,
      });
      if (!sold) throw new RpcError(rpcCodes.internalError, 'The caller has left.');
      const reply = asObject(sold, caller.requestId);
      if (reply.kind === 'answer') return toResult(reply, wordsOf(product, reply.body), caller);
      const { message = '' } = reply;
      if (reply.kind === 'failure') return toResult(reply, message, caller);
      const url = payPageOf(product, publicUrl, parameters);
      if (reading.kind === 'none' && page === 'can_open') return askToOpenPage(product, url);
      const lead = reading.kind === 'none' ? priceWords(product) : message;
      return toResult(reply, [reply.doubt, lead, howToPay(url, page)].filter(Boolean).join(' '), caller);
    },
  };
}

function wordsOf(product: Listing, body: object): string {
  const words = product.inWords(body) ?? `This is the answer of ${product.name}.`;
  return 'charged' in body && body.charged === false ? `${words} Nothing was charged.` : words;
}

function howToPay(url: string, page: McpCall['page']): string {
  return page === 'accept'
    ? `The page to pay was opened for the user, and shows the answer there once it is paid: ${url}`
    : `A person can pay in a browser and read the answer at ${url} . A program signs one payment of accepts ` +
        `and repeats the call with it in _meta["${PAYMENT_META}"].`;
}

function createSampleTool(product: Listing, { giveSample }: Options): Tool {
  return {
    definition: describeSampleTool(product),
    async call(parameters, _payment, { caller }) {
      const { clientKey } = caller;
      const reply = await giveSample(product, {
        clientKey,
        parameters: Object.keys(parameters),
        of: 'tool',
      });
      if (reply.kind === 'failure') throw reply.failure;
      const { body } = reply.sample;
      const words = product.inWords(body);
      return toResult(
        { kind: 'answer', body },
        `A free sample of ${toolName(product)}.${words === undefined ? '' : ` ${words}`}`,
        caller,
      );
    },
  };
}

export function describePaidTool(product: Listing, howItIsPaid: string) {
  const { name, priceUsd, summary, description, query, response } = product;
  return {
    name: toolName(product),
    title: `${name} ($${priceUsd})`,
    description: `${summary} ${description} ${howItIsPaid}`,
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

function payingInTwoCalls(product: Listing): string {
  return (
    `Costs $${product.priceUsd} in USDC, paid per call by x402: the first call answers what to pay, the second ` +
    `carries the payment in _meta["${PAYMENT_META}"]. Errors and answers with charged false cost nothing. ` +
    `${sampleToolName(product)} shows the same shape free.`
  );
}

export function describeSampleTool(product: Listing) {
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

function toResult(reply: ObjectReply, words: string, { whenSent }: Caller): ToolResult {
  const { kind, body, receipt, handedOut } = reply;
  if (handedOut) whenSent(handedOut);
  const texts = [words, JSON.stringify(body)];
  return {
    ...(kind !== 'answer' && { isError: true }),
    structuredContent: body,
    content: texts.map((text) => ({ type: 'text', text })),
    ...(receipt && { _meta: { [RECEIPT_META]: receipt } }),
  };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Property = JsonSchema | boolean;

/** Deeper members are named by their type alone: the full schema, many times as long, is in the OpenAPI document. */
const LEVELS = 2;

/**
 * Lists the members of an answer with their types, none of them required at the root and others allowed.
 *
 * @NOTE Clients check every result of a tool against its schema, refusals and challenges included: a root that
 * required anything would have them throw away the very object that says what to pay.
 */
function describeOutput(response: z.ZodType) {
  const root = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' });
  const named = root.$defs ?? {};
  const found = new Map<string, Property[]>();
  for (const shape of shapesOf(root, named)) {
    for (const [name, property] of Object.entries(shape.properties ?? {})) {
      found.set(name, [...(found.get(name) ?? []), property]);
    }
  }
  const properties = [...found].map(([name, ways]) => [
    name,
    anyOf(ways.map((way) => shorten(way, named, LEVELS))),
  ]);
  return { type: 'object' as const, properties: Object.fromEntries(properties), additionalProperties: true };
}

type Named = Readonly<Record<string, JsonSchema>>;

function resolved(schema: JsonSchema, named: Named): JsonSchema {
  const { $ref, ...rest } = schema;
  const meant = $ref === undefined ? undefined : named[$ref.replace('#/$defs/', '')];
  return meant === undefined ? rest : { ...meant, ...rest };
}

function shapesOf(schema: JsonSchema, named: Named): JsonSchema[] {
  const whole = resolved(schema, named);
  const alternatives = [...(whole.oneOf ?? []), ...(whole.anyOf ?? [])].filter(
    (alternative) => typeof alternative === 'object',
  );
  return [whole, ...alternatives.flatMap((alternative) => shapesOf(alternative, named))];
}

function anyOf(ways: readonly Property[]): Property {
  const distinct = [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined
    ? only
    : { anyOf: distinct.filter((way) => typeof way === 'object') };
}

/** Keeps what callers of a tool need to read an answer: types, values and meanings, not bounds and patterns. */
function shorten(given: Property, named: Named, levels: number): Property {
  if (typeof given !== 'object') return given;
  const schema = resolved(given, named);
  const { type, enum: values, const: value, description, properties, required, items } = schema;
  const short: JsonSchema = {
    ...(type !== undefined && { type }),
    ...(values && { enum: values }),
    ...(value !== undefined && { const: value }),
    ...(description !== undefined && { description }),
  };
  for (const way of ['anyOf', 'oneOf'] as const) {
    const alternatives = schema[way];
    if (alternatives) short[way] = alternatives.map((one) => shorten(one, named, levels) as JsonSchema);
  }
  if (levels === 1) return short;
  if (properties) {
    const inner = Object.entries(properties).map(([name, one]) => [name, shorten(one, named, levels - 1)]);
    Object.assign(short, { properties: Object.fromEntries(inner), ...(required && { required }) });
  }
  if (typeof items === 'object' && !Array.isArray(items)) short.items = shorten(items, named, levels - 1);
  return short;
}
