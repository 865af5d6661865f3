import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

interface RequestFinished {
  requestId: string;
  method: string;
  route: string;
  status: number;
  durationMs: number;
}

/** One function per business event: the counter and the log line together. None of them throws. */
export interface Events {
  requestFinished(event: RequestFinished): void;
  requestFaulted(event: { requestId: string; route: string; error: unknown }): void;
  backgroundFaulted(event: { task: string; error: unknown }): void;
}

export function createEvents(logger: Logger, metrics: Metrics): Events {
  return {
    requestFinished({ requestId, method, route, status, durationMs }) {
      metrics.requests.inc({ route, method, status });
      metrics.durations.observe({ route }, durationMs / 1000);
      logger.info(
        { requestId, method, route, status, durationMs: Math.round(durationMs * 100) / 100 },
        'request',
      );
    },
    requestFaulted({ requestId, route, error }) {
      logger.error({ requestId, route, fault: describeFault(error) }, 'request faulted');
    },
    backgroundFaulted({ task, error }) {
      logger.warn({ task, fault: describeFault(error) }, 'background task faulted');
    },
  };
}

/** Messages may quote input, so only the kind of a fault and where it arose are kept. */
function describeFault(error: unknown) {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { kind: error.name, frames: frames.slice(0, 6).map((line) => line.trim()) };
}
