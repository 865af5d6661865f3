import { CREATE_VERSION_TABLE, statementsSince } from '../../src/storage/sql/migrations.ts';
import type { Storage } from '../../src/storage/storage.ts';

export const SECRET = 'the-secret-of-the-digests-that-stood-in-the-database';
export const SETTLED_AT_MS = 1_700_000_000_000;

/** A storage as the first version of the schema has left it: two settled payments, one of them for ever, and a secret. */
export function firstVersion(kind: Storage['kind']): string[] {
  const payment = (nonce: string, answer: string, forgetAtMs: number) =>
    `INSERT INTO payments (payer, nonce, signature_digest, request_digest, resource, asset, pay_to, amount,
       valid_before_seconds, state, claim, claimed_until_ms, answer, tx, handed_out, forget_at_ms, created_at_ms,
       updated_at_ms)
     VALUES ('0xpayer', '${nonce}', 's', 'digest of ${nonce}', '/v1/decode', '0xusdc', '0xseller', 10000, 1, 'settled',
       'c', 0, ${answer}, '0x${nonce}', 1, ${forgetAtMs}, ${SETTLED_AT_MS}, ${SETTLED_AT_MS})`;
  return [
    CREATE_VERSION_TABLE,
    ...statementsSince(0, kind, 1),
    `INSERT INTO secrets (name, value) VALUES ('payment-digests', '${SECRET}')`,
    payment('n1', `'sealed'`, SETTLED_AT_MS + 1),
    payment('n2', 'NULL', 253_402_300_799_000),
  ];
}
