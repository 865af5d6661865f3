import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Storage } from '../../src/storage/storage.ts';

export interface Purchase {
  path: string;
  /** The header that pays for it. */
  payment: string;
  nonce: string;
  /** The answer that was handed out; undefined where the settlement was lost, or has vanished from the chain. */
  sold: { digest: string; transaction: string } | undefined;
}

/** A storage as another version has left it, and all that was bought there. */
export interface LastLedger {
  filledAtMs: number;
  purchases: Purchase[];
  /** SQL. */
  dump: string;
}

/** The settings of the seller that matter to what is kept. */
export const SELLING = {
  PAY_TO: '0x00000000000000000000000000000000feedbeef',
  SETTLEMENT_DEPTH: '10',
  DIGEST_SECRET: 'a secret of at least thirty-two characters',
};

/** Tells answers apart, without the words that every answer carries besides. */
export function digestOf({ disclaimer: _, ...answer }: Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(answer)).digest('hex');
}

/** The backup that the other version has made of its SQLite. */
export const BACKUP = fileURLToPath(new URL('last.backup', import.meta.url));

const fileOf = (kind: Storage['kind']) => new URL(`last-ledger.${kind}.json.br`, import.meta.url);

/** Returns the length of the file. */
export function keepLedger(kind: Storage['kind'], ledger: LastLedger): number {
  const packed = brotliCompressSync(JSON.stringify(ledger));
  writeFileSync(fileOf(kind), packed);
  return packed.length;
}

export function readLedger(kind: Storage['kind']): LastLedger {
  // Nothing but keepLedger writes it.
  return JSON.parse(brotliDecompressSync(readFileSync(fileOf(kind))).toString()) as LastLedger;
}
