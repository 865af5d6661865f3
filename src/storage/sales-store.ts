/** One entry of the journal of sales. It says what was sold and by which transfer, not to whom or about which vehicle. */
export interface SaleEntry {
  soldAtMs: number;
  /** The path of what was sold. */
  product: string;
  /** Atomic units; negative where a sale turned out not to have been paid after all. */
  amount: bigint;
  network: string;
  /** The seller's own address. */
  payTo: string;
  transaction: string;
}

/** From `fromMs` on and before `toMs`. */
export interface SalesRange {
  fromMs: number;
  toMs: number;
}

/**
 * The journal of sales. The ledger writes it: marking a payment as settled enters the sale in the same atomic change.
 * It is kept until the operator deletes it.
 */
export interface SalesStore {
  /** Oldest first. Entries made meanwhile may or may not be among them. */
  list(range: SalesRange): AsyncIterable<SaleEntry>;
  /** Everything that one transaction has paid for, at any time. */
  findByTransaction(transaction: string): Promise<SaleEntry[]>;
  /** Really deletes the entries before this time and returns how many. */
  deleteBefore(timeMs: number): Promise<number>;
}
