import { setTimeout as wait } from 'node:timers/promises';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { CallPlan } from './fault-plan.ts';
import { type Bought, CENT, lastingLong, type Market, type SignedPayment } from './market.ts';
import { newWallet } from './wallet.ts';

/** A payment that was signed, and the request it was sent with. */
export interface Signed {
  payment: SignedPayment;
  path: string;
}

/** The callers' view. */
export interface Records {
  signed: Signed[];
  /** Answers that were charged, as delivered. */
  delivered: { answer: string; transaction: string; nonce: string; payer: string; index: number }[];
  /** Payments of which the last word was that nothing was charged. */
  uncharged: Set<string>;
  ended: Map<string, number>;
  calls: number;
  /** Sightings that must never be. */
  wrongs: string[];
}

type Attempt = Bought | { kind: 'cut_off' };

const MAX_ATTEMPTS = 60;
/** 503: pending or unavailable. Anything else that is not final is a bug. */
const EXPECTED_STATUS = new Set([503]);
const FINAL = new Set([
  'settled',
  'paid_before',
  'uncharged',
  'failure',
  'challenge',
  'failed',
  'slowed',
  'conflict',
  'malformed',
]);

/** One caller of a market where things go wrong: buys one answer the way the plan says. */
export async function runCall(market: Market, wallet: PrivateKeyAccount, plan: CallPlan, records: Records) {
  const sign = async () => {
    const signed = { payment: await market.sign(wallet, lastingLong()), path: plan.path };
    records.signed.push(signed);
    return signed.payment;
  };
  let payment = await sign();
  if (plan.trouble === 'broadcast_before') await market.broadcast(payment);
  const meanwhile = interfere(market, wallet, payment, plan, records);

  let last = '';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const seen = await send(market, payment, plan, records, attempt === 0);
    if (FINAL.has(seen.kind)) {
      await meanwhile;
      await conclude(market, payment, seen, plan, records);
      return;
    }
    if ('status' in seen && !EXPECTED_STATUS.has(seen.status)) {
      records.wrongs.push(`call ${plan.index}: ${seen.status} ${seen.kind} ${seen.reason}`);
      break;
    }
    last = seen.kind;
    if (plan.trouble === 'give_up') break;
    // A start takes its time on a busy machine, and attempts are few.
    if (seen.kind === 'cut_off') await Promise.all(market.shops.map((shop) => shop.up()));
    if (plan.trouble === 'new_payment_when_pending' && seen.kind === 'pending') payment = await sign();
    await wait(20 + plan.random() * 150);
  }
  await meanwhile;
  count(records, plan.trouble === 'give_up' ? 'gave_up' : `never_answered:${plan.trouble}:${last}`);
}

/** Wallets of their own for calls after which the payer is short of money or of our patience. */
export async function fundOwnWallets(market: Market, plans: readonly CallPlan[]): Promise<OwnWallets> {
  const own = new Map<number, PrivateKeyAccount>();
  for (const { index, trouble } of plans) {
    if (trouble !== 'cancel' && trouble !== 'poor_wallet') continue;
    const wallet = newWallet();
    await market.chain.mint(wallet.address, CENT);
    own.set(index, wallet);
  }
  return own;
}

export type OwnWallets = ReadonlyMap<number, PrivateKeyAccount>;

async function send(
  market: Market,
  payment: SignedPayment,
  plan: CallPlan,
  records: Records,
  first: boolean,
): Promise<Attempt> {
  records.calls += 1;
  const shop = Math.floor(plan.random() * market.shops.length);
  const leaves = first && plan.trouble === 'abort' ? { signal: AbortSignal.timeout(plan.delayMs + 1) } : {};
  try {
    const seen = await market.buy(payment, plan.path, { shop, ...leaves });
    noteCharge(payment, seen, plan, records);
    return seen;
  } catch {
    return { kind: 'cut_off' };
  }
}

/** The words that say that nothing was charged, and that nothing will be. */
const UNCHARGED = new Set(['uncharged', 'challenge', 'failed', 'failure', 'unavailable', 'paid_before']);
/** Others may take the payment to the chain, whatever was said of it here. */
const BY_OTHERS = new Set(['broadcast_before', 'broadcast_during', 'three_at_once', 'other_request']);

function noteCharge({ payload }: SignedPayment, { kind }: Bought, plan: CallPlan, { uncharged }: Records) {
  const { nonce } = payload.authorization;
  if (UNCHARGED.has(kind) && !BY_OTHERS.has(plan.trouble)) uncharged.add(nonce);
  else uncharged.delete(nonce);
}

/** Does to the payment what others may do while it is being used. */
async function interfere(
  market: Market,
  wallet: PrivateKeyAccount,
  payment: SignedPayment,
  plan: CallPlan,
  records: Records,
) {
  const { trouble } = plan;
  if (trouble === 'three_at_once') {
    const others = [1, 2].map(() => send(market, payment, plan, records, false));
    for (const other of await Promise.all(others)) note(payment, other, plan, records);
  }
  if (trouble === 'poor_wallet') {
    const second = { payment: await market.sign(wallet, lastingLong()), path: `${plan.path}&second` };
    records.signed.push(second);
    const seen = await send(market, second.payment, { ...plan, path: second.path }, records, false);
    note(second.payment, seen, plan, records);
  }
  if (trouble === 'broadcast_during' || trouble === 'cancel') {
    await wait(plan.delayMs);
    await (trouble === 'cancel' ? market.cancel(wallet, payment) : market.broadcast(payment));
  }
}

async function conclude(
  market: Market,
  payment: SignedPayment,
  seen: Attempt,
  plan: CallPlan,
  records: Records,
) {
  count(records, 'reason' in seen ? `${seen.kind}:${seen.reason}` : seen.kind);
  note(payment, seen, plan, records);
  const wasBefore = seen.kind === 'paid_before';
  if ((seen.kind !== 'settled' && !wasBefore) || !('answer' in seen)) return;
  if (plan.trouble === 'other_request') {
    const other = await market.buy(payment, `${plan.path}&other`).catch(() => undefined);
    if (other?.status === 500) records.wrongs.push(`call ${plan.index}: ${other.reason}`);
    // A payment whose call was answered from an earlier one was not taken, and may buy something else.
    if (other?.kind === 'settled' && !wasBefore)
      records.wrongs.push(`call ${plan.index}: served another request`);
    if (other?.kind === 'settled') note(payment, other, plan, records);
    records.signed.push({ payment, path: `${plan.path}&other` });
  }
  if (!plan.replays || wasBefore) return;
  const again = await market.buy(payment, plan.path).catch(() => undefined);
  if (again?.kind === 'settled' && again.answer !== seen.answer) {
    records.wrongs.push(`call ${plan.index}: the replay has another answer`);
  }
}

function note(payment: SignedPayment, seen: Attempt, { index }: CallPlan, { delivered }: Records) {
  if (seen.kind !== 'settled' || !('status' in seen) || !seen.answer || !seen.transaction) return;
  const { nonce, from: payer } = payment.payload.authorization;
  delivered.push({ answer: seen.answer, transaction: seen.transaction, nonce, payer, index });
}

function count({ ended }: Records, how: string) {
  ended.set(how, (ended.get(how) ?? 0) + 1);
}
