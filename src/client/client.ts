import type {
  DecodeAnswer,
  DecodeQuery,
  DecodeSample,
  KnownIssuesAnswer,
  KnownIssuesSample,
  PrepurchaseAnswer,
  PrepurchaseQuery,
  PrepurchaseSample,
  PurchaseCostsAnswer,
  PurchaseCostsQuery,
  PurchaseCostsSample,
  RecallsAnswer,
  RecallsSample,
} from './answers.ts';
import { ATOMIC_PER_USD, createBudget } from './budget.ts';
import { type BuyerOptions, createBuyer } from './buyer.ts';

export interface ClientOptions extends BuyerOptions {
  /** Where the service is, such as https://forecourt.example */
  url: string;
  /** The most that one call may cost; default 0.25, the price of the dearest. */
  maxPerCallUsd?: number;
  /** The most that all calls of this client may cost together; default 5. */
  maxTotalUsd?: number;
  /** How long a call is repeated, with the same payment, when it fails for a reason that passes; default 60 seconds. */
  repeatForMs?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** Everything that the service sells. Methods reject with ForecourtError, or with the reason of an aborted signal. */
export interface ForecourtClient {
  decode(query: string | DecodeQuery, options?: CallOptions): Promise<DecodeAnswer>;
  recalls(vin: string, options?: CallOptions): Promise<RecallsAnswer>;
  knownIssues(vin: string, options?: CallOptions): Promise<KnownIssuesAnswer>;
  purchaseCosts(query: PurchaseCostsQuery, options?: CallOptions): Promise<PurchaseCostsAnswer>;
  prepurchase(query: PrepurchaseQuery, options?: CallOptions): Promise<PrepurchaseAnswer>;
  /** The same shapes for a fixed vehicle, free. */
  sample: {
    decode(options?: CallOptions): Promise<DecodeSample>;
    recalls(options?: CallOptions): Promise<RecallsSample>;
    knownIssues(options?: CallOptions): Promise<KnownIssuesSample>;
    purchaseCosts(options?: CallOptions): Promise<PurchaseCostsSample>;
    prepurchase(options?: CallOptions): Promise<PrepurchaseSample>;
  };
  /** Dollars paid so far, and signed for with an end that is not known yet. */
  readonly spentUsd: number;
}

export function createClient(options: ClientOptions): ForecourtClient {
  const { url, maxPerCallUsd = 0.25, maxTotalUsd = 5 } = options;
  const budget = createBudget(maxPerCallUsd, maxTotalUsd);
  const buy = createBuyer({ fetch, repeatForMs: 60_000, ...options }, budget);
  const base = `${url.replace(/\/+$/, '')}/v1/`;
  // What comes back is what the service of this version declares; it is not checked again here.
  const get =
    (path: string) =>
    (query: object | string, { signal }: CallOptions = {}): Promise<never> =>
      buy(`${base}${path}?${toSearch(query)}`, { signal }) as Promise<never>;
  const sample = (path: string) => (call?: CallOptions) => get(`sample/${path}`)({}, call);
  return {
    ...forEach(get),
    sample: forEach(sample),
    get spentUsd() {
      return budget.held / ATOMIC_PER_USD;
    },
  };
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
    if (value !== undefined)
      search.set(
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      );
  }
  return search;
}
