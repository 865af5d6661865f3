import type { Hex } from '../../payments/evm/hex.ts';
import { readIncomingOf, readIncomingTransfers } from '../../payments/evm/incoming-transfers.ts';
import type { Rpc } from '../../payments/evm/rpc.ts';
import type { SaleEntry, SalesRange } from '../../storage/sales-store.ts';
import type { Storage } from '../../storage/storage.ts';

/** A transaction about which the journal and the chain do not agree; amounts in atomic units. */
export interface Difference {
  transaction: string;
  inJournal: bigint;
  onChain: bigint;
}

export interface Comparison {
  /** How many transactions were looked at. */
  transactions: number;
  differences: Difference[];
  /** Payments whose sale will be entered when their settlement is known: they may explain what only the chain has. */
  beingSettled: number;
  /** Sales to another address or on another network, which this node and address say nothing about. */
  notCompared: number;
}

interface Options {
  rpc: Rpc;
  payTo: Hex;
  network: string;
  storage: Pick<Storage, 'sales' | 'ledger'>;
  range: SalesRange;
}

/**
 * Compares sales with the transfers of USDC to the seller, transaction by transaction. A sale is entered when it is
 * known, which may be another day than that of its block: what is missing on one side of the range is looked for
 * beyond its ends before it is called a difference.
 */
export async function compareWithChain(
  entries: readonly SaleEntry[],
  { rpc, payTo, network, storage, range }: Options,
): Promise<Comparison> {
  const isOurs = (entry: SaleEntry) => entry.payTo === payTo && entry.network === network;
  const ours = entries.filter(isOurs);
  const journal = sumBy(ours);
  const chain = new Map<string, bigint>();
  for await (const { transaction, amount } of readIncomingTransfers(rpc, payTo, range))
    chain.set(transaction, (chain.get(transaction) ?? 0n) + amount);

  const differences: Difference[] = [];
  const transactions = new Set([...journal.keys(), ...chain.keys()]);
  for (const transaction of transactions) {
    let inJournal = journal.get(transaction) ?? 0n;
    let onChain = chain.get(transaction) ?? 0n;
    if (inJournal !== onChain) {
      inJournal =
        sumBy((await storage.sales.findByTransaction(transaction)).filter(isOurs)).get(transaction) ?? 0n;
      onChain = await readIncomingOf(rpc, transaction, payTo);
    }
    if (inJournal !== onChain) differences.push({ transaction, inJournal, onChain });
  }
  const { settling, unknown } = await storage.ledger.countByState();
  return {
    transactions: transactions.size,
    differences,
    beingSettled: settling + unknown,
    notCompared: entries.length - ours.length,
  };
}

/** What came in by each transaction: several sales can share one. */
function sumBy(entries: readonly SaleEntry[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { transaction, amount } of entries)
    sums.set(transaction, (sums.get(transaction) ?? 0n) + amount);
  return sums;
}
