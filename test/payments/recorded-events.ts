import type { PaymentEvents } from '../../src/payments/payment-events.ts';

export interface RecordedEvents {
  events: PaymentEvents;
  /** How often each event was told. */
  counts: Record<keyof PaymentEvents, number>;
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
    unavailable: 0,
    slowed: 0,
  };
  const count = (name: keyof PaymentEvents) => () => {
    counts[name] += 1;
  };
  return {
    counts,
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
      unavailable: count('unavailable'),
      slowed: count('slowed'),
    },
  };
}
