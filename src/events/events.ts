import { isServiceError } from '../errors/service-error.ts';
import type { IssueObserver } from '../issues/service.ts';
import type { Notify } from '../payments/facilitators/facilitator.ts';
import type { PaymentEvents } from '../payments/sale/call.ts';
import type { CacheOutcome } from '../sources/cached.ts';
import type { ModelCall } from '../sources/language-model/language-model.ts';
import type { Log, Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

interface RequestFinished {
  requestId: string;
  method: string;
  route: string;
  status: number;
  durationMs: number;
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
const MOST_METERS = 1000;

export type Events = ReturnType<typeof createEvents>;

/** Makes one function per business event: the counter and the log line together. None of them throws. */
export function createEvents(
  { logger, requestLog }: Omit<Log, typeof Symbol.asyncDispose>,
  metrics: Metrics,
) {
  // Labels and log fields are prepared once: routes, methods and statuses are few.
  const requestMeters = new Map<string, ReturnType<typeof createMeter>>();
  function createMeter(route: string, method: string, status: number) {
    return {
      count: metrics.requests.labels({ route, method: KNOWN_METHODS.has(method) ? method : 'other', status }),
      duration: metrics.durations.labels({ route, kind: kindOf(route, status) }),
      log: requestLog({ method, route, status }),
    };
  }

  return {
    payments: createPaymentEvents(logger, metrics),
    facilitator(event: Parameters<Notify>[0]) {
      if (event.event === 'settlement_doubted') metrics.doubts.inc({ doubt: event.doubt });
      if (event.event === 'gas_too_dear') metrics.gasTooDear.inc();
      if (event.event === 'channel_trouble') metrics.channelTroubles.inc({ trouble: event.trouble });
      if ('settlementsLeft' in event) metrics.gasLeft.set(event.settlementsLeft);
      if (event.event === 'gas_exhausted') metrics.gasLeft.set(0);
      if (event.event === 'gas_enough') return;
      logger.warn(event, 'facilitator');
    },
    sources: {
      outcome: (source: string, outcome: CacheOutcome) => metrics.cacheOutcomes.inc({ source, outcome }),
      trouble: (source: string, error: unknown) =>
        logger.warn({ source, fault: describeFault(error) }, 'source trouble'),
    },
    issues: {
      modelFailed: (error) =>
        logger.warn({ fault: describeFault(error) }, 'the embedded engine stands in for the model'),
      synthesisFailed: (error) => logger.warn({ fault: describeFault(error) }, 'synthesis failed'),
    } satisfies IssueObserver,
    model({ stage, outcome, durationMs, inputTokens, outputTokens, costUsd }: ModelCall) {
      metrics.model.inc({ unit: 'calls', outcome });
      metrics.model.inc({ unit: 'tokens', outcome }, inputTokens + outputTokens);
      metrics.model.inc({ unit: 'micro_dollars', outcome }, Math.round(costUsd * 1_000_000));
      logger.info(
        { stage, outcome, durationMs: Math.round(durationMs), inputTokens, outputTokens },
        'language model',
      );
      if (outcome === 'key_refused')
        logger.error('the provider of the language model refuses LLM_API_KEY: correct it, and start anew');
    },
    requestFinished({ requestId, method, route, status, durationMs }: RequestFinished) {
      const key = `${status} ${method} ${route}`;
      const meter = requestMeters.get(key) ?? createMeter(route, method, status);
      if (requestMeters.size < MOST_METERS) requestMeters.set(key, meter);
      meter.count.inc();
      meter.duration.observe(durationMs / 1000);
      meter.log(requestId, durationMs);
    },
    requestFaulted({ requestId, route, error }: { requestId: string; route: string; error: unknown }) {
      logger.error({ requestId, route, fault: describeFault(error) }, 'request faulted');
    },
    backgroundFaulted({ task, error }: { task: string; error: unknown }) {
      logger.warn({ task, fault: describeFault(error) }, 'background task faulted');
    },
    /** Its own words say what an operator has to do; nothing that a caller sent is in them. */
    storageFaulted(error: unknown) {
      logger.error(
        { reason: error instanceof Error ? error.message : typeof error },
        'the storage cannot be written: nothing is sold',
      );
    },
    vinDataTaken: (event: { dataset: string }) => logger.info(event, 'new VIN data taken'),
    vinDataRefused: (event: { objections: readonly string[] }) =>
      logger.warn(event, 'new VIN data refused; the present data stays'),
    mirrorTaken: (event: { dataset: string; generation: number }) =>
      logger.info(event, 'new public records taken'),
    mirrorRefused: (event: { dataset: string; objections: readonly string[] }) =>
      logger.warn(event, 'new public records refused; the present ones stay'),
  };
}

/** A free answer is there at once; one that may be computed for a payment takes its time. */
function kindOf(route: string, status: number): 'challenge' | 'paid' | 'free' {
  if (status === 402) return 'challenge';
  return /^\/(v1\/(?!sample\/)|mcp|a2a)/.test(route) ? 'paid' : 'free';
}

function createPaymentEvents(logger: Logger, metrics: Metrics): PaymentEvents {
  const count = (outcome: string, reason = '') => metrics.payments.inc({ outcome, reason });
  return {
    challenged: (reason) => count('challenged', reason),
    malformed: (reason) => count('malformed', reason),
    joined: () => count('joined'),
    replayed: (how) => count('replayed', how),
    uncharged: () => count('uncharged'),
    settled({ by, amountAtomic, durationMs, requestId, transaction }) {
      count('settled', by);
      metrics.takenAtomic.inc(Number(amountAtomic));
      logger.info(
        {
          by,
          amountAtomic: String(amountAtomic),
          durationMs: Math.round(durationMs),
          requestId,
          transaction,
        },
        'payment settled',
      );
    },
    settlementFailed(reason) {
      count('failed', reason);
      logger.info({ reason }, 'settlement failed');
    },
    settlementUnknown() {
      count('unknown');
      logger.warn('settlement unknown: it is read from the chain');
    },
    resolved(resolution, ageMs) {
      count('resolved', resolution);
      logger.info({ resolution, ageMs: Math.round(ageMs) }, 'open payment resolved');
    },
    audited(result, amountAtomic) {
      metrics.audits.inc({ result });
      const amount = { amountAtomic: String(amountAtomic) };
      if (result === 'dropped') logger.warn(amount, 'settlement vanished from the chain: it is sent again');
      if (result === 'restored') logger.info(amount, 'settlement is on the chain again');
      if (result === 'lost') logger.error(amount, 'settlement lost: an answer was given for nothing');
    },
    unresolved: (unresolved) => metrics.paymentsOpen.set(unresolved),
    unavailable(part) {
      count('unavailable', part);
      logger.warn({ part }, 'payments unavailable');
    },
    slowed: () => count('slowed'),
  };
}

/** Messages may quote input, so only the kind of a fault and where it arose are kept. */
function describeFault(error: unknown) {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const kind = isServiceError(error) ? error.code : error.name;
  return { kind, frames: frames.slice(0, 6).map((line) => line.trim()) };
}
