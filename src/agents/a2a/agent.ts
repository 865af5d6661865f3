import { createPlaceReader } from '../../costs/named-places.ts';
import { isServiceError } from '../../errors/service-error.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { listed } from '../../lib/wording.ts';
import { readPaymentObject } from '../../payments/wire/header.ts';
import type { Offer } from '../../payments/wire/requirements.ts';
import { takes } from '../../products/describe-query.ts';
import { type Knowledge, type Listing, readSearch, viewOf } from '../../products/product.ts';
import type { GiveSample } from '../../sell/samples.ts';
import { asObject, failureAsObject, type ObjectReply, type Seller } from '../../sell/sell.ts';
import { type Caller, toSearch } from '../json-rpc.ts';
import { createSkills, type Skill } from './agent-card.ts';
import {
  askPayment,
  digestPayment,
  PAID_BEFORE,
  paymentOf,
  type Turn,
  turnAfterPayment,
} from './conversation.ts';
import type { Sent } from './messages.ts';
import { continueOrder, type Echo, echoOrder, type Order } from './order.ts';
import { asksForAnother, asLine, type Enquiry, readRequest, type Vocabulary } from './read-request.ts';
import type { KeptTask } from './task-store.ts';
import { x402Keys } from './x402-extension.ts';

export interface AgentOptions {
  products: readonly Listing[];
  knowledge: Knowledge;
  seller: Seller;
  giveSample: GiveSample;
  offerOf(product: Listing): Offer;
}

export interface AgentCaller extends Caller {
  /** Version of payments that the client chose by activating the extension. */
  paymentVersion: 1 | 2;
}

interface Step {
  turn: Turn;
  order?: Order;
  paidBy?: string;
  bought?: object;
}

/** How the whole of a brief answer is got here: its task takes no more messages. */
const MORE =
  'The brief form. "view=full" in a new message with this task in referenceTaskIds gives the whole for nothing, for an hour.';

export type Agent = ReturnType<typeof createAgent>;

/** Decides what to do with a message; knows tasks only by the order that they are about. */
export function createAgent(options: AgentOptions) {
  const { products, knowledge, seller } = options;
  const skills = createSkills(products, options.offerOf);
  // Nobody may ever write in sentences: the names of some thousand places are read when somebody does.
  const placeReader = onDemand(createPlaceReader);
  const vocabulary: Vocabulary = { products, readPlaces: (text) => placeReader()(text) };

  async function choose(
    before: Order | undefined,
    sent: Sent,
    caller: AgentCaller,
    { earlier = [], note }: { earlier?: readonly KeptTask[]; note?: string },
  ): Promise<Step> {
    const request = readRequest(sent.parts, vocabulary, before?.skillId);
    // Who names nothing but the form means what was bought before.
    const isForm = request.skillId === undefined && Object.keys(request.parameters).join() === 'view';
    const known = before ?? (isForm ? earlier[0]?.order : undefined);
    const { skillId = known?.skillId } = request;
    const skill = skillId === undefined ? undefined : skills.get(skillId);
    // Keeps what was said known: a VIN that came before its question is that of the question.
    const isContinued = !skill || known?.skillId === skill.id || known?.skillId === undefined;
    const order: Order = {
      ...(skill && { skillId: skill.id }),
      ...continueOrder(isContinued ? known : carriedOver(known, skill, sent), request),
    };
    // A task keeps what was said, and must not grow with it.
    if (JSON.stringify(order).length > MAX_ORDER_CHARACTERS) return { turn: TOO_LONG };
    if (skill?.kind === 'sample') return { turn: await showSample(skill, order.parameters, caller), order };

    const isAssumed = Object.keys(request.assumed?.parameters ?? {}).some(
      (name) => !(name in order.parameters) && !(name in (order.unclear ?? {})),
    );
    const assumed = isAssumed ? request.assumed : undefined;
    order.parameters = { ...assumed?.parameters, ...order.parameters };
    const { notUsed = [], notNeeded = [] } = request;
    const heard = { notUsed, notNeeded, mostUsd: request.mostUsd, assumed: assumed?.parameters };
    const echo = await echoOrder(order, heard, knowledge.embeddedVehicles);
    if (!skill) return { turn: askForSkill(skillId, products, skills, echo), order };
    try {
      const bought = boughtBefore(skill, order, earlier);
      if (bought) return { turn: { ...show(skill, order, bought), text: PAID_BEFORE }, order, bought };
      const price = priceOf(skill, order, request);
      return { turn: await ask(skill, order, caller, { ...echo, price }, [note, assumed?.words]), order };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const { message, body } = failureAsObject(error, caller.requestId);
      return {
        turn: {
          state: 'input-required',
          // Whoever asks what a skill costs says of what car only afterwards.
          text: sentences([message, echo.words, priceOf(skill, order, request).words]),
          data: { ...body, ...echo.data },
        },
        order,
      };
    }
  }

  /** Who names several parts is quoted what holds them, and told how those alone are had; so is who may spend less, and who is still asked. */
  function priceOf({ product }: Skill, { parameters, unclear }: Order, { named = [], mostUsd }: Enquiry) {
    const { name, priceUsd, partsUsd, parts = [] } = product;
    const isTooHigh = mostUsd !== undefined && Number(priceUsd) > mostUsd;
    const isWanted = (slug: string) =>
      isTooHigh || unclear !== undefined || (named.length > 1 && named.includes(slug));
    const alone = products.filter(({ slug }) => parts.includes(slug) && isWanted(slug));
    const ways = alone.map((part) => `\`${asLine(part, parameters)}\` $${part.priceUsd}`);
    const words = [
      `The price of ${name} is $${priceUsd} in USDC${partsUsd === undefined ? '' : `; its parts alone are $${partsUsd} together`}.`,
      isTooHigh && `That is more than the $${mostUsd} to spend; say so if it may be spent all the same.`,
      ways.length > 0 && `Each part is had by a message of its own: ${listed(ways)}.`,
    ];
    return { isTooHigh, words: words.filter(Boolean).join(' ') };
  }

  async function showSample({ product }: Skill, parameters: Order['parameters'], { clientKey }: AgentCaller) {
    const { view: _, ...others } = parameters;
    const reply = await options.giveSample(product, {
      clientKey,
      parameters: Object.keys(others),
      of: 'skill',
    });
    if (reply.kind === 'failure') throw reply.failure;
    const { body } = reply.sample;
    const words = product.inWords(body) ?? 'Here is the free sample.';
    const answer = product.inView(body, viewOf(toSearch(parameters), 'brief'));
    return { state: 'completed', text: 'Here is the free sample.', answer, words } satisfies Turn;
  }

  function boughtBefore({ product }: Skill, order: Order, earlier: readonly KeptTask[]): object | undefined {
    if (earlier.length === 0) return undefined;
    const purchaseOf = ({ parameters }: Order) => product.prepare(readSearch(toSearch(parameters))).query();
    const asked = purchaseOf(order);
    return earlier.find(({ order: of }) => of && of.skillId === order.skillId && purchaseOf(of) === asked)
      ?.bought;
  }

  function show({ product }: Skill, { parameters }: Order, body: object) {
    const answer = product.inView(body, viewOf(toSearch(parameters), 'brief'), MORE);
    return { state: 'completed', answer, words: product.inWords(body) ?? '' } satisfies Omit<Turn, 'text'>;
  }

  async function ask(
    skill: Skill,
    { parameters }: Order,
    caller: AgentCaller,
    { words, data, questions, price }: Echo & { price: { words: string; isTooHigh: boolean } },
    notes: readonly (string | undefined)[],
  ): Promise<Turn> {
    if (price.isTooHigh || questions.length > 0) {
      const said = [...questions, words];
      const text = sentences(price.isTooHigh ? [price.words, ...said] : [...said, price.words]);
      return { state: 'input-required', text, data };
    }
    const reply = await buy(skill, toSearch(parameters), undefined, caller);
    if (reply?.kind === 'challenge') {
      const text = sentences([
        price.words,
        words,
        ...notes,
        reply.doubt,
        `${HOW_TO_PAY} A wallet that paid for this in the last ten minutes is not charged again.`,
        skill.offer.notice,
      ]);
      return { ...askPayment(text, reply.body), data };
    }
    return {
      state: 'input-required',
      text: reply?.message ?? 'Ask again.',
      ...(reply && { data: reply.body }),
    };
  }

  async function pay(order: Order, payload: unknown, caller: AgentCaller): Promise<Step | undefined> {
    const skill = skills.get(order.skillId ?? '');
    if (skill?.kind !== 'paid')
      return { turn: { state: 'input-required', text: 'There is nothing to pay for here.' } };
    const reply = await buy(skill, toSearch(order.parameters), payload, caller);
    if (!reply) return undefined;
    if (reply.handedOut) caller.whenSent(reply.handedOut);
    const turn = turnAfterPayment(reply, (answer) => show(skill, order, answer));
    if (turn.state === 'failed')
      turn.data = { ...turn.data, order: { skill: order.skillId, parameters: order.parameters } };
    if (turn.state !== 'completed') return { turn, order };
    const bought = givenAgain(reply);
    return { turn, order, paidBy: digestPayment(payload), ...(bought && { bought }) };
  }

  async function buy(
    { product, offer }: Skill,
    search: URLSearchParams,
    payload: unknown,
    { clientKey, signal, requestId, paymentVersion }: AgentCaller,
  ): Promise<ObjectReply | undefined> {
    const reading = readPaymentObject(payload);
    const order = { search, reading, offer, version: paymentVersion, requestId, clientKey, signal };
    const reply = await seller.sell(product, { ...order, checkFirst: true });
    return reply && asObject(reply, requestId);
  }

  return {
    /** Resolves to `undefined` where the caller has left before anything came of it. */
    async step(
      { order }: Pick<KeptTask, 'order'>,
      sent: Sent,
      caller: AgentCaller,
      earlier: readonly KeptTask[],
    ): Promise<Step | undefined> {
      const payment = paymentOf(sent);
      if (!payment) return choose(order, sent, caller, { earlier });
      if (payment.status === 'payment-rejected') return { turn: declined };
      if (!order) return { turn: askForTask };
      // Nobody is charged for one question who asks another one in the same breath.
      if (asksForAnother(sent.parts, order, vocabulary))
        return choose(order, sent, caller, { note: NOT_USED });
      return pay(order, payment.payload, caller);
    },
  };
}

const HOW_TO_PAY = `Sign one payment of accepts and send it to this task as metadata: ${x402Keys.status} "payment-submitted" and ${x402Keys.payload}.`;

const NOT_USED =
  'The payment that came with another order than that of the task was not used, and is still good.';

/** An answer that was paid for, as it is given again without a payment; none where nothing was paid. */
function givenAgain({ body, receipt }: ObjectReply): object | undefined {
  if (receipt === undefined) return 'paidBefore' in body ? body : undefined;
  return { ...body, charged: false, paidBefore: { transaction: receipt.transaction } };
}

/** Several times what all parameters of a skill take. */
const MAX_ORDER_CHARACTERS = 2_000;

const TOO_LONG: Turn = {
  state: 'input-required',
  text: 'These parameters are longer than any skill takes, and were not kept. Send only those of the skill.',
};

const declined: Turn = {
  state: 'canceled',
  text: 'The payment was declined, so nothing was computed and nothing was charged.',
  metadata: { [x402Keys.status]: 'payment-rejected' },
};

const askForTask: Turn = {
  state: 'input-required',
  text: 'Nothing is to be paid for here. Send the payment with the taskId of the task that asked for it; it was not used.',
};

/** Facts said for another product, as far as they speak of this one too; data say all that they mean. */
function carriedOver(known: Order | undefined, { product }: Skill, { parts }: Sent): Order {
  const isSaid = parts.every((part) => 'text' in part);
  const said = Object.entries(known?.parameters ?? {}).filter(([name]) => isSaid && takes(product, name));
  return { parameters: Object.fromEntries(said) };
}

const sentences = (all: readonly (string | undefined)[]) =>
  all.filter((one) => one !== undefined && one !== '').join(' ');

function askForSkill(
  wrong: string | undefined,
  products: readonly Listing[],
  skills: ReadonlyMap<string, Skill>,
  { words, data, questions }: Echo,
): Turn {
  const lead = wrong ? 'There is no such skill.' : 'What should be found out?';
  const offered = products.map(({ slug, name, priceUsd }) => `${slug} (${name}, $${priceUsd})`).join(', ');
  return {
    state: 'input-required',
    text: sentences([
      ...questions,
      lead,
      'Ask in words, such as "any recalls on" with a VIN, or send a data part {"skill": ..., "parameters": {...}} with ' +
        `one of these skills: ${offered}. Each has a free sample under sample- and its name.`,
      `A complete order gets a price. ${HOW_TO_PAY}`,
      [...skills.values()][0]?.offer.notice,
      words,
    ]),
    data: { skills: [...skills.keys()], ...data },
  };
}
