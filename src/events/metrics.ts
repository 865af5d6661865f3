import { existsSync, statfsSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SourceHealth } from '../sources/http.ts';
import { modelFaults } from '../sources/language-model/question.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const DURATION_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60];

/** Makes the metrics. Where several processes serve, counts are added up, except those with an `aggregator`. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const metrics = {
    registry,
    requests: new Counter({
      name: 'forecourt_requests_total',
      help: 'Requests answered',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'forecourt_request_duration_seconds',
      help: 'Time from the request to its answer',
      labelNames: ['route', 'kind'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    }),
    cacheOutcomes: new Counter({
      name: 'forecourt_cache_outcomes_total',
      help: 'How source data was obtained: hit, miss, stale',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    sourceUp: new Gauge({
      name: 'forecourt_source_up',
      help: '1 while a source answers, 0 while it is given a rest',
      aggregator: 'max',
      labelNames: ['source'],
      registers,
    }),
    mirrorAge: new Gauge({
      name: 'forecourt_mirror_age_seconds',
      help: 'Time since our own copy of a public record was last compared with its source',
      aggregator: 'max',
      labelNames: ['dataset'],
      registers,
    }),
    backupAge: new Gauge({
      name: 'forecourt_backup_age_seconds',
      help: 'Time since the storage was last backed up, or first looked at where it never was',
      aggregator: 'max',
      registers,
    }),
    ready: new Gauge({
      name: 'forecourt_ready',
      help: '1 while something can be sold, 0 while nothing can',
      aggregator: 'max',
      registers,
    }),
    payments: new Counter({
      name: 'forecourt_payments_total',
      help: 'Payments by what became of them',
      labelNames: ['outcome', 'reason'],
      registers,
    }),
    takenAtomic: new Counter({
      name: 'forecourt_taken_usdc_atomic_total',
      help: 'USDC taken, in millionths',
      registers,
    }),
    paymentsOpen: new Gauge({
      name: 'forecourt_payments_open',
      help: 'Payments whose outcome is not yet known',
      aggregator: 'max',
      registers,
    }),
    audits: new Counter({
      name: 'forecourt_settlement_audits_total',
      help: 'Settlements compared with the chain: final, dropped, restored, lost',
      labelNames: ['result'],
      registers,
    }),
    doubts: new Counter({
      name: 'forecourt_facilitator_doubts_total',
      help: 'Settlements of the facilitator that do not fit the payment, by what does not',
      labelNames: ['doubt'],
      registers,
    }),
    gasTooDear: new Counter({
      name: 'forecourt_gas_refusals_total',
      help: 'Payments refused because their settlement would take more than MAX_GAS_SHARE of the price',
      registers,
    }),
    channelTroubles: new Counter({
      name: 'forecourt_channel_troubles_total',
      help: 'Failures to claim what channels owe, to have it transferred, or to look for withdrawals',
      labelNames: ['trouble'],
      registers,
    }),
    gasLeft: new Gauge({
      name: 'forecourt_gas_settlements_left',
      help: 'Settlements that the gas of our own key still pays for; absent where another settles',
      aggregator: 'min',
      registers,
    }),
    connections: new Gauge({
      name: 'forecourt_connections',
      help: 'Open connections, of several processes those of the one that has most',
      aggregator: 'max',
      registers,
    }),
    diskFree: new Gauge({
      name: 'forecourt_disk_free_bytes',
      help: 'What is free where DATA_DIR lies',
      aggregator: 'min',
      registers,
    }),
    model: new Counter({
      name: 'forecourt_language_model_total',
      help: 'Use of the language model: calls, tokens and micro-dollars',
      labelNames: ['unit', 'outcome'],
      registers,
    }),
  };
  // A series that first appears with its first event shows Prometheus no increase: what raises an alarm is there from the start.
  for (const result of ['final', 'dropped', 'restored', 'lost']) metrics.audits.inc({ result }, 0);
  for (const doubt of ['network', 'payer', 'amount', 'transaction']) metrics.doubts.inc({ doubt }, 0);
  for (const outcome of ['ok', ...modelFaults]) metrics.model.inc({ unit: 'micro_dollars', outcome }, 0);
  // A figure that nobody measures is absent: its 0 would be an alarm.
  for (const gauge of [metrics.gasLeft, metrics.diskFree]) gauge.remove();
  return metrics;
}

export type Gauged = ReturnType<typeof gaugeService>;

interface GaugeOptions {
  metrics: Metrics;
  isReady(): boolean;
  sourceHealth(): readonly SourceHealth[];
  /** Open connections. */
  connections(): number;
  dataDir: string;
}

/** Gauges a running service at each reading of its metrics; the process is watched from the first one on. */
export function gaugeService({ metrics, isReady, sourceHealth, connections, dataDir }: GaugeOptions) {
  return {
    isReady,
    read(): Registry {
      const register = metrics.registry;
      if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register });
      for (const { name, state } of sourceHealth()) {
        metrics.sourceUp.set({ source: name }, state === 'resting' ? 0 : 1);
      }
      metrics.ready.set(isReady() ? 1 : 0);
      metrics.connections.set(connections());
      if (existsSync(dataDir)) {
        const { bavail, bsize } = statfsSync(dataDir);
        metrics.diskFree.set(bavail * bsize);
      }
      return register;
    },
  };
}
