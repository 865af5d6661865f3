import { type Clock, systemClock, withDeadline } from '../lib/clock.ts';
import type { Secret } from '../lib/secret.ts';
import type { LedgerBegin } from '../storage/ledger-store.ts';
import { openDigestSecret } from '../storage/secrets.ts';
import type { Storage } from '../storage/storage.ts';
import type { OwnKey } from './channels/contract.ts';
import type { JoinChannels } from './channels/open-channels.ts';
import type { Chain } from './evm/chain.ts';
import { asHex } from './evm/encoding.ts';
import type { Network } from './evm/networks.ts';
import { BLOCK_MS, SETTLEMENT_DEPTH } from './evm/rpc.ts';
import type { Facilitator, Notify } from './facilitators/facilitator.ts';
import type { PaymentEvents } from './sale/call.ts';
import { createLedger, type Ledger } from './sale/ledger.ts';
import { createReconciler } from './sale/reconcile.ts';
import type { FollowLimits } from './sale/resolve.ts';
import { createSale } from './sale/sale.ts';
import { createDigests } from './sale/sealing.ts';
import { createStrikes } from './sale/settle.ts';
import { createSignIns } from './sale/sign-ins.ts';

/** Times and limits of a sale; each has a default. */
export interface PaymentTiming {
  /** The time for which the work of a process that has died stays reserved for it. */
  claimMs?: number;
  keepAnswerMs?: number;
  limits?: Partial<FollowLimits>;
  /** Blocks on top of a settlement from which on it is final; until then it is compared with the chain. */
  settlementDepth?: number;
  blockMs?: number;
  /** From a settlement to its first comparison with the chain. */
  auditAfterMs?: number;
  reconcileEveryMs?: number;
}

interface JoinOptions {
  storage: Pick<Storage, 'ledger' | 'channels' | 'counters' | 'leases'>;
  facilitator: Facilitator;
  chain: Chain;
  events: PaymentEvents;
  /** The key of all digests. All instances need the same. */
  secret: string;
  formerSecrets?: readonly string[];
  joinChannels?: JoinChannels | undefined;
  clock?: Clock;
  timing?: PaymentTiming;
}

interface Options extends Omit<JoinOptions, 'secret' | 'formerSecrets' | 'joinChannels'> {
  storage: Storage;
  network: Network;
  /** By which channels are offered, or what is left in them is seen to. */
  channels?: { ownKey: OwnKey; payTo: string; notify: Notify } | undefined;
  /** Made once and kept where it is not given. */
  digestSecret?: Secret | undefined;
  digestFormerSecrets?: Secret<readonly string[]>;
}

/** A settlement that takes longer when the service ends is cleared up from the chain by the next start. */
const LAST_SETTLEMENTS_MS = 5_000;

async function openChannels(
  { payTo, ...given }: NonNullable<Options['channels']>,
  network: Network,
  storage: Storage,
): Promise<JoinChannels | undefined> {
  const isNeeded = given.ownKey.isOffered || (await storage.channels.all()).length > 0;
  if (!isNeeded) return undefined;
  const { openChannels: open } = await import('./channels/open-channels.ts');
  return open({ ...given, payTo: asHex(payTo.toLowerCase()), network, storage });
}

/** Opens the sale and its reconciler, not started yet, over one storage. Dispose it before the storage. */
export async function openPayments({
  digestSecret,
  digestFormerSecrets,
  network,
  channels: channelOptions,
  ...options
}: Options) {
  await requireNetwork(options.storage, network);
  const secret = await openDigestSecret(options.storage.secrets, digestSecret);
  const joinChannels = channelOptions && (await openChannels(channelOptions, network, options.storage));
  const { ledger, sale, signIns, reconciler, channels } = joinPayments({
    ...options,
    secret,
    formerSecrets: digestFormerSecrets?.reveal() ?? [],
    joinChannels,
  });
  return {
    sale,
    signIns,
    reconciler,
    channels,
    async [Symbol.asyncDispose](): Promise<void> {
      await withDeadline(sale.idle(), { clock: systemClock, ms: LAST_SETTLEMENTS_MS, late: () => undefined });
      await channels?.claims[Symbol.asyncDispose]();
      await reconciler[Symbol.asyncDispose]();
      ledger[Symbol.dispose]();
    },
  };
}

/** Another chain knows nothing of the payments kept here, and books must not add test money to real. */
async function requireNetwork({ ledger }: Pick<Storage, 'ledger'>, { id, name }: Network): Promise<void> {
  const kept = await ledger.network();
  if (kept === undefined || kept === id) return;
  throw new Error(
    `The storage holds payments on ${kept}. With NETWORK=${name} use another one: set DATA_DIR or DATABASE_URL.`,
  );
}

/**
 * The begin of this ledger: what was settled before it may be missing here, as after a restore. Where the chain cannot be
 * asked yet, it begins when it first can.
 */
function beginLedger(
  { headNumber }: Pick<Chain, 'headNumber'>,
  ledger: Pick<Ledger, 'begin'>,
  clock: Clock,
): () => Promise<LedgerBegin> {
  // Blocks have whole seconds.
  const atMs = Math.floor(clock.now() / 1_000) * 1_000;
  let begun: Promise<LedgerBegin> | undefined;
  const begin = () => {
    begun ??= headNumber().then((block) => ledger.begin({ atMs, block }));
    begun.catch(() => {
      begun = undefined;
    });
    return begun;
  };
  begin().catch(() => {});
  return begin;
}

/** Joins the parts of a sale. Whoever calls this closes the reconciler and the ledger. */
export function joinPayments({
  storage,
  secret,
  formerSecrets = [],
  joinChannels,
  clock = systemClock,
  timing = {},
  ...given
}: JoinOptions) {
  const { claimMs = 4_500, limits = {}, settlementDepth = SETTLEMENT_DEPTH, blockMs = BLOCK_MS } = timing;
  const { keepAnswerMs, reconcileEveryMs: everyMs } = timing;
  const ledger = createLedger({
    store: storage.ledger,
    channels: storage.channels,
    secrets: [createDigests(secret), ...formerSecrets.map(createDigests)],
    clock,
    claimMs,
    ...(keepAnswerMs !== undefined && { keepAnswerMs }),
    // Soon enough to send it again while its authorization is good, and once more when it is final.
    auditAfterMs: timing.auditAfterMs ?? (settlementDepth * blockMs) / 2,
  });
  const ledgerBegin = beginLedger(given.chain, ledger, clock);
  const parts = {
    ...given,
    ledgerBegin,
    ledger,
    clock,
    strikes: createStrikes({ counters: storage.counters, clock }),
  };
  const reconciler = createReconciler({
    ...parts,
    leases: storage.leases,
    ...(everyMs !== undefined && { everyMs }),
    auditLimits: {
      depth: settlementDepth,
      blockMs,
      ...(limits.resettleAfterMs !== undefined && { resettleAfterMs: limits.resettleAfterMs }),
    },
  });
  const channels = joinChannels?.(parts);
  const sale = createSale({ ...parts, limits, channels: channels?.sale });
  const signIns = createSignIns({ sale, counters: storage.counters, clock, events: given.events });
  return { ledger, sale, signIns, reconciler, channels };
}
