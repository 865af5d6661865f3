import type {
  DecodeAnswer,
  DecodeBriefAnswer,
  DecodeSample,
  KnownIssuesAnswer,
  KnownIssuesBriefAnswer,
  KnownIssuesSample,
  PrepurchaseAnswer,
  PrepurchaseBriefAnswer,
  PrepurchaseSample,
  PurchaseCostsAnswer,
  PurchaseCostsBriefAnswer,
  PurchaseCostsSample,
  RecallsAnswer,
  RecallsBriefAnswer,
  RecallsSample,
} from './answers.ts';
import { ATOMIC_PER_USD, createBudget } from './budget.ts';
import { type Bought, type BuyerOptions, type CallOptions, createBuyer } from './buyer.ts';
import { fromEnvironment } from './environment.ts';
import { InvalidRequest } from './error-families.ts';
import type { DebugEvent } from './exchange.ts';
import type { DecodeQuery, PrepurchaseQuery, PurchaseCostsQuery } from './queries.ts';

/** Options that are left out are taken from the environment, where that has them. */
export interface ClientOptions extends BuyerOptions {
  /** The address of the service, such as https://forecourt.example; FORECOURT_URL where left out. */
  url?: string;
  /** The most that one call may cost; FORECOURT_MAX_PER_CALL_USD, or 0.25, the price of the dearest. */
  maxPerCallUsd?: number;
  /** The most that all calls of this client may cost together; FORECOURT_MAX_TOTAL_USD, or 5. */
  maxTotalUsd?: number;
  /** The longest that a call may take, with all its repeats; default 150 seconds. */
  timeoutMs?: number;
  /** The longest that a call is repeated, with the same payment, when it fails for a reason that passes; default 60 seconds. */
  repeatForMs?: number;
  /** Called with every step of every call. */
  onDebug?: (event: DebugEvent) => void;
  fetch?: typeof fetch;
}

/** Everything that the service sells. Methods reject with ForecourtError, or with the reason of an aborted signal. */
interface Products {
  decode(query: string | DecodeQuery, options?: CallOptions): Promise<DecodeAnswer>;
  recalls(vin: string, options?: CallOptions): Promise<RecallsAnswer>;
  knownIssues(vin: string, options?: CallOptions): Promise<KnownIssuesAnswer>;
  purchaseCosts(query: PurchaseCostsQuery, options?: CallOptions): Promise<PurchaseCostsAnswer>;
  prepurchase(query: PrepurchaseQuery, options?: CallOptions): Promise<PrepurchaseAnswer>;
  /** The same in a few kB: one payment fetches both forms. */
  brief: {
    decode(query: string | DecodeQuery, options?: CallOptions): Promise<DecodeBriefAnswer>;
    recalls(vin: string, options?: CallOptions): Promise<RecallsBriefAnswer>;
    knownIssues(vin: string, options?: CallOptions): Promise<KnownIssuesBriefAnswer>;
    purchaseCosts(query: PurchaseCostsQuery, options?: CallOptions): Promise<PurchaseCostsBriefAnswer>;
    prepurchase(query: PrepurchaseQuery, options?: CallOptions): Promise<PrepurchaseBriefAnswer>;
  };
  /** The same shapes for a fixed vehicle, free. */
  sample: {
    decode(options?: CallOptions): Promise<DecodeSample>;
    recalls(options?: CallOptions): Promise<RecallsSample>;
    knownIssues(options?: CallOptions): Promise<KnownIssuesSample>;
    purchaseCosts(options?: CallOptions): Promise<PurchaseCostsSample>;
    prepurchase(options?: CallOptions): Promise<PrepurchaseSample>;
  };
}

/** The same methods, with what came with the answer. */
type WithResponse<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Promise<Bought<Answer>>
    : WithResponse<Methods[Name]>;
};

export interface ForecourtClient extends Products {
  /** `withResponse.decode(vin)` gives `{ answer, requestId, status, headers, paidUsd, transaction, receipt }`. */
  readonly withResponse: WithResponse<Products>;
  /** Asks for what is left in the channel: it goes back to the wallet that has deposited it. */
  refund(options?: CallOptions): Promise<{ refundedUsd: number; transaction?: string | undefined }>;
  /** Dollars that were charged for certain. */
  readonly spentUsd: number;
  /**
   * Dollars that are signed for or deposited, and not charged. They count against the caps, whatever the service says became of them,
   * until their time is over and the node at `rpcUrl` knows that they were never taken.
   */
  readonly openUsd: number;
}

/** Throws InvalidRequest where an option cannot be meant. */
export function createClient(options: ClientOptions = {}): ForecourtClient {
  const base = readUrl(options.url ?? fromEnvironment('FORECOURT_URL'));
  const payTo = options.payTo ?? fromEnvironment('FORECOURT_PAY_TO');
  const budget = createBudget(
    readAmount('maxPerCallUsd', options.maxPerCallUsd, 'FORECOURT_MAX_PER_CALL_USD', 0.25),
    readAmount('maxTotalUsd', options.maxTotalUsd, 'FORECOURT_MAX_TOTAL_USD', 5),
  );
  const { timeoutMs = 150_000 } = options;
  if (!((options.depositUsd ?? 1) > 0)) throw invalidOptions('depositUsd must be an amount of dollars.');
  const buy = createBuyer({ fetch, repeatForMs: 60_000, ...options, ...(payTo && { payTo }) }, budget);
  // The service of this version declares what comes back; it is not checked again here.
  const methods = (finish: (bought: Bought<object>) => unknown) => {
    const get =
      (path: string, view = '') =>
      async (query: object | string, call: CallOptions = {}): Promise<never> => {
        const url = `${base}/v1/${path}?${toSearch(query)}${view}`;
        return finish(await buy(url, { ...call, timeoutMs: call.timeoutMs ?? timeoutMs })) as never;
      };
    const sample = (path: string) => (call?: CallOptions) => get(`sample/${path}`)({}, call);
    const brief = (path: string) => get(path, '&view=brief');
    return { ...forEach(get), brief: forEach(brief), sample: forEach(sample) };
  };
  return {
    ...methods(({ answer }) => answer),
    withResponse: methods((bought) => bought),
    async refund(call = {}) {
      // Of any car; what stands after # is not sent, and tells the request from that for an answer.
      const url = `${base}/v1/decode?vin=1HGCM82633A004352#refund`;
      const { answer, transaction } = await buy(url, { timeoutMs, ...call, isRefund: true });
      return { refundedUsd: Number(Object(answer).refunded) / ATOMIC_PER_USD, transaction };
    },
    get spentUsd() {
      return budget.spent / ATOMIC_PER_USD;
    },
    get openUsd() {
      return (budget.held - budget.spent) / ATOMIC_PER_USD;
    },
  };
}

function invalidOptions(message: string): InvalidRequest {
  return new InvalidRequest('invalid_options', message);
}

/** The address without a slash at its end. */
function readUrl(text: string | undefined): string {
  if (!text) throw invalidOptions('Say where the service is: url, or FORECOURT_URL.');
  const { href, protocol, username, password, search, hash } = parseUrl(text);
  if (!/^https?:$/.test(`${protocol}`) || username || password || search || hash)
    throw invalidOptions(`url must be an address such as https://forecourt.example, not "${text}".`);
  return `${href}`.replace(/\/+$/, '');
}

function parseUrl(text: string): Partial<URL> {
  try {
    return new URL(text);
  } catch {
    return {};
  }
}

function readAmount(name: string, given: number | undefined, variable: string, otherwise: number): number {
  const amount = given ?? Number(fromEnvironment(variable) ?? otherwise);
  if (amount >= 0) return amount;
  throw invalidOptions(`${given === undefined ? variable : name} must be an amount of dollars.`);
}

/** One method for each product, by the last part of its path. */
function forEach<Method>(make: (path: string) => Method) {
  return {
    decode: make('decode'),
    recalls: make('recalls'),
    knownIssues: make('known-issues'),
    purchaseCosts: make('purchase-costs'),
    prepurchase: make('prepurchase'),
  };
}

/** Text alone is a VIN. Names become those of the interface: `saleType` is `sale_type` there. */
function toSearch(query: object | string): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(typeof query === 'string' ? { vin: query } : query)) {
    if (value === undefined) continue;
    if (name === 'vin') checkVin(`${value}`);
    search.set(
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    );
  }
  return search;
}

/** Reads a VIN as the service would, before anything is paid: blanks around it and lower case are forgiven. */
function checkVin(text: string): void {
  const vin = text.trim();
  const reason = vin.length !== 17 ? 'length' : /^[A-HJ-NPR-Z0-9]*$/i.test(vin) ? undefined : 'characters';
  if (!reason) return;
  const message =
    reason === 'length'
      ? 'A VIN has exactly 17 characters; check for missing or extra ones.'
      : 'A VIN has only the digits 0-9 and the letters A-Z without I, O and Q; check for misread characters.';
  throw new InvalidRequest('invalid_vin', message, { details: { vin: text, reason } });
}
