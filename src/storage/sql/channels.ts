import type { Channel, ChannelStorage } from '@x402/evm/batch-settlement/server';
import type { BoundPayment } from '../ledger-store.ts';
import { boundValues } from './ledger.ts';
import { VOUCHER_PAYMENT } from './migrations.ts';
import type { LayeredSql } from './sql.ts';

export type ChannelStore = ReturnType<typeof createChannelStore>;

/** The voucher that pays for one call, and what is kept of the answer. */
export interface VoucherSale {
  channel: string;
  /** The sum that the voucher is good for: what was charged before, and this call. */
  charged: bigint;
  signature: string;
  answer: string;
  answerUntilMs: number;
  forgetAtMs: number;
  /** The most that a channel may owe us. */
  mostUnclaimed: bigint;
  /** The most that all together may owe us. */
  mostInAll: bigint;
}

/** A transaction that moved what was paid through channels. Its gas is ours, in wei. */
export interface ChannelMove {
  movedAtMs: number;
  kind: 'deposit' | 'claim' | 'settlement' | 'refund';
  amount: bigint;
  network: string;
  transaction: string;
  gas: bigint | undefined;
}

/** One that is not final, with its data, should it be sent again. It is noted before it is sent; once its gas is known it is mined. */
export interface OpenMove extends ChannelMove {
  data: `0x${string}`;
}

type Sums = 'charged' | 'balance' | 'claimed' | 'refund_nonce';
type Times = 'withdraw_requested_at' | 'synced_at_ms' | 'unclaimed_since_ms';
type StoredChannel = Record<'channel' | 'config' | 'signature', string> &
  Record<Sums | Times | 'revision', number> & { pending: string | null };

type StoredMove = Pick<OpenMove, 'kind' | 'network' | 'data'> &
  Record<'moved_at_ms' | 'amount', number> & { tx: string; gas: string | null };

const CHANGING = [
  ...['config', 'charged', 'signature', 'balance', 'claimed', 'withdraw_requested_at', 'refund_nonce'],
  ...['synced_at_ms', 'unclaimed_since_ms', 'pending'],
];
const COLUMNS = ['channel', ...CHANGING].join(', ');
const UNCLAIMED = `(SELECT CAST(COALESCE(SUM(charged - claimed), 0) AS BIGINT) FROM channels WHERE charged > claimed)`;
const SALE = `channel, charged, signature, most_unclaimed, sold_at_ms, ${VOUCHER_PAYMENT}`;
const IS_NUMBER = /_ms$|_seconds$|^(charged|most_unclaimed|amount)$/;
const SALE_VALUES = SALE.split(/,\s*/)
  .map((name, index) => `CAST($${index + 1} AS ${IS_NUMBER.test(name) ? 'BIGINT' : 'TEXT'})`)
  .join(', ');
const MOVE = 'moved_at_ms, kind, amount, network, tx, gas';

/** As x402 has it; its last request is the first one that is not claimed. */
const channelOf = (stored: StoredChannel): Channel => ({
  channelId: stored.channel,
  channelConfig: JSON.parse(stored.config),
  chargedCumulativeAmount: String(stored.charged),
  signedMaxClaimable: String(stored.charged),
  signature: stored.signature,
  balance: String(stored.balance),
  totalClaimed: String(stored.claimed),
  withdrawRequestedAt: stored.withdraw_requested_at,
  refundNonce: stored.refund_nonce,
  onchainSyncedAt: stored.synced_at_ms,
  lastRequestTimestamp: stored.unclaimed_since_ms,
  ...(stored.pending !== null && { pendingRequest: JSON.parse(stored.pending) }),
});

const moveOf = ({ moved_at_ms, kind, amount, network, tx, gas }: StoredMove): ChannelMove => ({
  movedAtMs: moved_at_ms,
  kind,
  amount: BigInt(amount),
  network,
  transaction: tx,
  gas: gas === null ? undefined : BigInt(gas),
});

/** Keeps channels and their newest vouchers: the storage of x402's own server, and the sale by voucher beside it. */
export function createChannelStore({ durable }: LayeredSql) {
  async function find(channel: string): Promise<StoredChannel | undefined> {
    const text = `SELECT ${COLUMNS}, revision FROM channels WHERE channel = $1`;
    return (await durable.read<StoredChannel>(text, [channel.toLowerCase()]))[0];
  }

  /** False where it was changed since this revision. */
  async function put(next: Channel, revision = 0): Promise<boolean> {
    const written = await durable.write(
      `INSERT INTO channels (${COLUMNS}, revision) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)
       ON CONFLICT (channel) DO UPDATE SET revision = channels.revision + 1,
         ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}
       WHERE channels.revision = $12 RETURNING 1 AS written`,
      [
        next.channelId.toLowerCase(),
        JSON.stringify(next.channelConfig),
        Number(next.chargedCumulativeAmount),
        next.signature,
        Number(next.balance),
        Number(next.totalClaimed),
        next.withdrawRequestedAt,
        next.refundNonce,
        next.onchainSyncedAt ?? 0,
        next.lastRequestTimestamp,
        next.pendingRequest ? JSON.stringify(next.pendingRequest) : null,
        revision,
      ],
    );
    return written.length > 0;
  }

  const listWhere = async (condition: string) =>
    (await durable.read<StoredChannel>(`SELECT ${COLUMNS} FROM channels WHERE ${condition}`)).map(channelOf);

  return {
    async get(channel: string): Promise<Channel | undefined> {
      const stored = await find(channel);
      return stored && channelOf(stored);
    },

    /** Those of which not everything that was charged is claimed, or that are being refunded. */
    list: () => listWhere('charged > claimed OR pending IS NOT NULL'),
    all: () => listWhere('1 = 1'),

    /** Changes a channel as it is at that moment; `update` may be asked more than once. */
    async updateChannel(channel: string, update: Parameters<ChannelStorage['updateChannel']>[1]) {
      for (;;) {
        const stored = await find(channel);
        const current = stored && channelOf(stored);
        const next = update(current);
        if (next === current) return { channel: current, status: 'unchanged' as const };
        if (next && (await put(next, stored?.revision))) return { channel: next, status: 'updated' as const };
        const gone = 'DELETE FROM channels WHERE channel = $1 AND revision = $2 RETURNING 1 AS gone';
        if (!next && stored && (await durable.write(gone, [stored.channel, stored.revision])).length > 0)
          return { channel: undefined, status: 'deleted' as const };
      }
    },

    /** All that was charged and is not claimed. */
    async unclaimed(): Promise<bigint> {
      const [sum] = await durable.read<{ total: number }>(`SELECT ${UNCLAIMED} AS total`);
      return BigInt(sum?.total ?? 0);
    },

    /**
     * Charges the channel, keeps the answer and enters the sale, in one change. False where the channel is not at the sum
     * before this voucher, does not cover it or is closing, where too much is owed, or where a row has its name,
     * identifier or request.
     */
    async sell(bound: BoundPayment, sale: VoucherSale, nowMs: number): Promise<boolean> {
      const sold = await durable.write(
        `INSERT INTO voucher_sales (${SALE}) SELECT ${SALE_VALUES}
         WHERE EXISTS (SELECT 1 FROM channels WHERE channel = $1 AND charged = CAST($2 AS BIGINT) - CAST($17 AS BIGINT)
             AND balance >= CAST($2 AS BIGINT) AND CAST($2 AS BIGINT) - claimed <= CAST($4 AS BIGINT)
             AND withdraw_requested_at = 0 AND pending IS NULL)
           AND ${UNCLAIMED} + CAST($17 AS BIGINT) <= CAST($22 AS BIGINT)
           AND NOT EXISTS (SELECT 1 FROM payments WHERE payer = $6 AND nonce = $7)
           AND NOT EXISTS (SELECT 1 FROM payments WHERE payer = $6 AND request_digest = $10)
           AND NOT EXISTS (SELECT 1 FROM payments WHERE payer = $6 AND identifier_digest = $11)
         RETURNING 1 AS sold`,
        [
          ...[sale.channel, Number(sale.charged), sale.signature, Number(sale.mostUnclaimed), nowMs],
          ...boundValues(bound),
          ...[sale.answer, sale.answerUntilMs, sale.forgetAtMs, Number(sale.mostInAll)],
        ],
      );
      return sold.length > 0;
    },

    /** Notes a transaction that is to be sent, or enters one that was mined: each stands there once. */
    async enterMove(move: ChannelMove & Partial<OpenMove>): Promise<void> {
      const { movedAtMs, kind, amount, network, transaction, gas, data } = move;
      await durable.write(
        `INSERT INTO channel_moves (${MOVE}, data) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tx)
         DO UPDATE SET moved_at_ms = excluded.moved_at_ms, gas = excluded.gas, data = excluded.data`,
        [movedAtMs, kind, Number(amount), network, transaction, gas?.toString() ?? null, data ?? null],
      );
    },

    async dropMove(transaction: string): Promise<void> {
      await durable.write('DELETE FROM channel_moves WHERE tx = $1', [transaction]);
    },

    /** Those that were mined, oldest first. */
    async moves(): Promise<ChannelMove[]> {
      const text = `SELECT ${MOVE} FROM channel_moves WHERE gas IS NOT NULL OR data IS NULL ORDER BY id`;
      return (await durable.read<StoredMove>(text)).map(moveOf);
    },

    /** Those that are not final. */
    async openMoves(): Promise<OpenMove[]> {
      const text = `SELECT ${MOVE}, data FROM channel_moves WHERE data IS NOT NULL ORDER BY id`;
      return (await durable.read<StoredMove>(text)).map((row) => ({ ...moveOf(row), data: row.data }));
    },
  };
}
