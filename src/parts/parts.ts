import type { Config } from '../config/config.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '../events/logger.ts';
import type { Metrics } from '../events/metrics.ts';
import type { ComplaintsSource } from '../issues/read/source.ts';
import type { ComplaintWorker } from '../issues/read/worker.ts';
import type { CompareReliability } from '../issues/reliability.ts';
import type { IssueDependencies } from '../issues/service.ts';
import type { IssueSynthesizer } from '../issues/synthesizer.ts';
import type { Clock } from '../lib/clock.ts';
import type { Limits } from '../limits/limits.ts';
import type { Mirror } from '../mirror/read/mirror.ts';
import type { Chain } from '../payments/evm/chain.ts';
import type { Facilitator } from '../payments/facilitators/facilitator.ts';
import type { Payments, PaymentTiming } from '../payments/open-payments.ts';
import type { PaymentParties } from '../payments/start-payments.ts';
import type { Knowledge } from '../products/knowledge.ts';
import type { Listing } from '../products/product.ts';
import type { RecallService } from '../recalls/recall-service.ts';
import type { CachedFetch } from '../sources/cached.ts';
import type { RecordedWorld } from '../sources/recorded-world.ts';
import type { Sources } from '../sources/sources.ts';
import type { FileDecoder } from '../sources/vpic/embedded-decoder.ts';
import type { Storage } from '../storage/storage.ts';

/** Everything that a service is built of. A test or a tool gives another in the place of any of them. */
export interface Parts extends Knowledge {
  clock: Clock;
  log: Log;
  metrics: Metrics;
  events: Events;
  storage: Storage;
  limits: Limits;
  /** Names a thing to the storage without saying what it is. */
  keyedName: (kind: 'client' | 'cached vehicle', text: string) => string;

  /** How this service calls itself where it asks others. */
  userAgent: string;
  sources: Sources;
  /** What stands in for sources that cannot be reached; none where money is real. */
  recordedWorld: RecordedWorld | undefined;
  cachedFetch: CachedFetch;
  /** Our own copy of public records, where one was made. */
  mirror: Mirror;
  /** Reads the VIN data that ships with the service, or newer data that was put in place. */
  decoder: FileDecoder;
  recalls: RecallService;
  complaintWorker: ComplaintWorker;
  complaints: ComplaintsSource;
  recallCounts: IssueDependencies['recallCounts'];
  comparison: CompareReliability;
  synthesizer: IssueSynthesizer;
  /** None where no language model is configured. */
  model: IssueSynthesizer | undefined;
  /** All that is known about cars, as the products take it. */
  knowledge: Knowledge;

  /** With whom money is moved, as configured. */
  parties: PaymentParties;
  facilitator: Facilitator;
  chain: Chain;
  paymentTiming: PaymentTiming;
  payments: Payments;

  products: readonly Listing[];
}

export interface Workshop {
  config: Config;
  /** Another part, built now if it was not before. */
  get<Name extends keyof Parts>(name: Name): Promise<Parts[Name]>;
  /** What a part needs closed when the service ends; closed in the reverse order. */
  closing: AsyncDisposableStack;
}

export type Builders = { readonly [Name in keyof Parts]: (shop: Workshop) => Promise<Parts[Name]> };
