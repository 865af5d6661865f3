import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { SourceHealth } from '../sources/http.ts';
import type { Metrics } from './metrics.ts';

/** What operators are told of a running service. */
export interface Gauged {
  isReady(): boolean;
  /** The metrics, with what is only known when somebody looks. */
  read(): Registry;
}

interface Options {
  metrics: Metrics;
  isReady(): boolean;
  sourceHealth(): readonly SourceHealth[];
}

/** Costs nothing until the metrics are first read. */
export function gaugeService({ metrics, isReady, sourceHealth }: Options): Gauged {
  let isCollecting = false;
  return {
    isReady,
    read() {
      if (!isCollecting) collectDefaultMetrics({ register: metrics.registry });
      isCollecting = true;
      for (const { name, state } of sourceHealth()) {
        metrics.sourceUp.set({ source: name }, state === 'resting' ? 0 : 1);
      }
      metrics.ready.set(isReady() ? 1 : 0);
      return metrics.registry;
    },
  };
}
