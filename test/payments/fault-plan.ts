/** The fate of one call: decided by the seed alone, so that a run can be repeated. */
export interface CallPlan {
  index: number;
  path: string;
  payer: number;
  trouble:
    | 'none'
    | 'abort'
    | 'three_at_once'
    | 'other_request'
    | 'broadcast_before'
    | 'broadcast_during'
    | 'cancel'
    | 'poor_wallet'
    | 'new_payment_when_pending'
    | 'give_up';
  /** The time from the call to the trouble. */
  delayMs: number;
  replays: boolean;
  random: () => number;
}

/** mulberry32: small, fast and the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const TROUBLES: readonly [CallPlan['trouble'], number][] = [
  ['abort', 0.12],
  ['three_at_once', 0.08],
  ['other_request', 0.06],
  ['broadcast_before', 0.02],
  ['broadcast_during', 0.04],
  ['cancel', 0.03],
  ['poor_wallet', 0.03],
  ['new_payment_when_pending', 0.1],
  ['give_up', 0.1],
];

export function planCall(seed: number, index: number, payers: number): CallPlan {
  const random = seededRandom(seed * 1_000_003 + index);
  const modes = random();
  const mode = modes < 0.06 ? '&mode=uncharged' : modes < 0.1 ? '&mode=fail' : '';
  let draw = random();
  const found = TROUBLES.find(([, share]) => {
    draw -= share;
    return draw < 0;
  });
  return {
    index,
    path: `/v1/thing?i=${index}${mode}`,
    payer: Math.floor(random() * payers),
    trouble: found?.[0] ?? 'none',
    delayMs: Math.floor(random() * 60),
    replays: random() < 0.15,
    random,
  };
}
