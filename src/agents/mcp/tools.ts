import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isServiceError } from '../../errors/service-error.ts';
import { listed } from '../../lib/wording.ts';
import { readPaymentObject } from '../../payments/wire/header.ts';
import type { Offer } from '../../payments/wire/requirements.ts';
import { takes, toInputSchema } from '../../products/describe-query.ts';
import { briefMembers, type Listing, viewOf } from '../../products/product.ts';
import type { GiveSample } from '../../sell/samples.ts';
import { asObject, failureAsObject, type ObjectReply, type Seller } from '../../sell/sell.ts';
import { type Caller, invalidParams, RpcError, rpcCodes, toSearch } from '../json-rpc.ts';
import { askToOpenPage, offerTool, type PageState, payPageOf, priceWords, toolName } from './tool-offer.ts';

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

export type ToolDefinition = ReturnType<typeof describeTool>;

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
  const tools = new Map(options.products.map((product) => [toolName(product), createTool(product, options)]));
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
        const words = [failed.message, ...takenElsewhere(name, Object.keys(parameters ?? {}), options)].join(
          ' ',
        );
        return toResult({ ...failed, body: { ...failed.body, message: words } }, words, call.caller);
      }
    },
  };
}

/** Says of the facts that this tool does not take which others do: who knows a car sends all that it knows. */
function takenElsewhere(tool: string, given: readonly string[], { products }: Pick<Options, 'products'>) {
  const asked = products.find((one) => toolName(one) === tool);
  const lacking = given.filter((name) => asked && !takes(asked, name));
  return products.flatMap((product) => {
    const others = lacking.filter((name) => takes(product, name));
    return others.length === 0 ? [] : [`${toolName(product)} takes ${listed(others)}.`];
  });
}

function createTool(product: Listing, { seller, giveSample, offerOf, publicUrl }: Options): Tool {
  const offer = offerTool(product, offerOf(product), publicUrl);
  const { notice } = offer.network;
  const paying = payingInTwoCalls(product);

  async function showSample({ clientKey }: Caller): Promise<object> {
    const reply = await giveSample(product, { clientKey, parameters: [], of: 'tool' });
    if (reply.kind === 'failure') throw reply.failure;
    return reply.sample.body;
  }

  return {
    definition: describeTool(product, notice === undefined ? paying : `${paying} ${notice}`),
    async call({ sample, ...parameters }, payment, { caller, page }) {
      const search = toSearch(parameters);
      const show = (body: object) => product.inView(body, viewOf(search, 'brief'));
      if (isTrue(sample)) {
        const body = await showSample(caller);
        return toResult({ kind: 'answer', body: show(body) }, sampleWords(product, body), caller);
      }
      const reading = readPaymentObject(payment);
      const sold = await seller.sell(product, {
        search,
        checkFirst: true,
        reading,
        offer,
        requestId: caller.requestId,
        clientKey: caller.clientKey,
        signal: caller.signal,
      });
      if (!sold) throw new RpcError(rpcCodes.internalError, 'The caller has left.');
      const reply = asObject(sold, caller.requestId);
      if (reply.kind === 'answer')
        return toResult({ ...reply, body: show(reply.body) }, wordsOf(product, reply.body), caller);
      const { message = '' } = reply;
      if (reply.kind === 'failure') return toResult(reply, message, caller);
      const url = payPageOf(product, publicUrl, parameters);
      if (reading.kind === 'none' && page === 'can_open') return askToOpenPage(product, url);
      const lead = reading.kind === 'none' ? priceWords(product) : message;
      const words = [reply.doubt, lead, howToPay(url, page), offer.notice];
      return toResult(reply, words.filter(Boolean).join(' '), caller);
    },
  };
}

const isTrue = (value: unknown) => value === true || value === 'true';

export function sampleWords(product: Listing, body: object): string {
  return `A free sample, and not of the car that was asked about. ${wordsOf(product, body)}`;
}

function wordsOf(product: Listing, body: object): string {
  const words = product.inWords(body) ?? `This is the answer of ${product.name}.`;
  return 'charged' in body && body.charged === false ? `${words} Nothing was charged.` : words;
}

function howToPay(url: string, page: McpCall['page']): string {
  return page === 'accept'
    ? `The page to pay was opened for the user, and shows the answer there once it is paid: ${url}`
    : `A person can pay in a browser and read the answer at ${url} . A program signs one payment of accepts ` +
        `and repeats the call with it, as an object, in _meta["${PAYMENT_META}"].`;
}

const sampleArgument = {
  name: 'sample',
  required: false,
  description: 'true: the free sample of one fixed car or sale, whatever the other arguments are',
  schema: { type: 'boolean' },
} as const;

export function describeTool(product: Listing, howItIsPaid: string) {
  const { name, priceUsd, summary, parameters } = product;
  return {
    name: toolName(product),
    title: `${name} ($${priceUsd})`,
    description: `${summary} ${howItIsPaid}`,
    inputSchema: toInputSchema([...parameters, sampleArgument]),
    outputSchema: describeOutput(product),
    annotations: {
      title: name,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
  };
}

function payingInTwoCalls({ priceUsd, sample }: Listing): string {
  return (
    `$${priceUsd} in USDC by x402: the first call answers what to pay, the second carries the payment, an object, in ` +
    `_meta["${PAYMENT_META}"]. Errors and answers with charged false cost nothing. Free with sample true, ` +
    `${sample.limitPerMinute} a minute.`
  );
}

/** The structure stands once; the text is its summary in words. */
function toResult(reply: ObjectReply, words: string, { whenSent }: Caller): ToolResult {
  const { kind, body, receipt, handedOut } = reply;
  if (handedOut) whenSent(handedOut);
  return {
    ...(kind !== 'answer' && { isError: true }),
    structuredContent: body,
    content: [{ type: 'text', text: words }],
    ...(receipt && { _meta: { [RECEIPT_META]: receipt } }),
  };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Lists the first members of an answer in its brief form with their types, none of them required and others allowed:
 * the whole schemas, many times as long, are in the OpenAPI document.
 *
 * @NOTE Clients check every result of a tool against its schema, refusals and challenges included: a root that
 * required anything would have them throw away the very object that says what to pay.
 */
function describeOutput({ brief }: Listing) {
  const members = z.object({ ...briefMembers, ...brief.response.shape });
  const { properties = {} } = z.toJSONSchema(members, { io: 'output', unrepresentable: 'any' });
  const named = Object.entries(properties).map(([name, property]) => [name, typeOf(property)]);
  return { type: 'object' as const, properties: Object.fromEntries(named), additionalProperties: true };
}

function typeOf(property: JsonSchema | boolean): JsonSchema {
  const type = typeof property === 'object' ? property.type : undefined;
  return typeof type === 'string' ? { type } : {};
}
