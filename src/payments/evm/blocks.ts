/** Base makes a block every two seconds. */
export const BLOCK_MS = 2_000;

/**
 * Blocks on top of a settlement from which on it counts as final: a minute. Well beyond what a sequencer takes back when
 * it restarts, and soon enough to send a dropped settlement again, for payers sign for two minutes or longer.
 */
export const SETTLEMENT_DEPTH = 30;
