import type { PaymentEvents } from '../../src/payments/sale/call.ts';

export interface RecordedEvents {
  events: PaymentEvents;
  /** The number of reports of each event. */
  counts: Record<keyof PaymentEvents, number>;
  /** Results of comparing settlements with the chain, in order. */
  audits: Parameters<PaymentEvents['audited']>[0][];
}

export function recordEvents(): RecordedEvents {
  const counts: RecordedEvents['counts'] = {
    challenged: 0,
    malformed: 0,
    joined: 0,
    replayed: 0,
    uncharged: 0,
    settled: 0,
    settlementFailed: 0,
    settlementUnknown: 0,
    resolved: 0,
    unresolved: 0,
    audited: 0,
    unavailable: 0,
    slowed: 0,
  };
  const count = (name: keyof PaymentEvents) => () => {
    counts[name] += 1;
  };
  const audits: RecordedEvents['audits'] = [];
  return {
    counts,
    audits,
    events: {
      challenged: count('challenged'),
      malformed: count('malformed'),
      joined: count('joined'),
      replayed: count('replayed'),
      uncharged: count('uncharged'),
      settled: count('settled'),
      settlementFailed: count('settlementFailed'),
      settlementUnknown: count('settlementUnknown'),
      resolved: count('resolved'),
      unresolved: count('unresolved'),
      audited: (result) => audits.push(result),
      unavailable: count('unavailable'),
      slowed: count('slowed'),
    },
  };
}
