/** For asking the ledger what is due, where every clock is right. */
export const dueAt = (nowMs: number) => ({ nowMs, latestMs: Number.MAX_SAFE_INTEGER });
