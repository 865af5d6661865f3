/**
 * The schema, one list of statements per version, in the common ground of SQLite and PostgreSQL.
 * A version that was released never changes: add another.
 */
const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE cache (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      stored_at_ms BIGINT NOT NULL,
      fresh_until_ms BIGINT NOT NULL,
      stale_until_ms BIGINT NOT NULL
    )`,
    'CREATE INDEX cache_by_expiry ON cache (stale_until_ms)',
    `CREATE TABLE counters (
      key TEXT NOT NULL,
      window_start_ms BIGINT NOT NULL,
      count BIGINT NOT NULL,
      expires_at_ms BIGINT NOT NULL,
      PRIMARY KEY (key, window_start_ms)
    )`,
    'CREATE INDEX counters_by_expiry ON counters (expires_at_ms)',
    `CREATE TABLE leases (
      name TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      expires_at_ms BIGINT NOT NULL
    )`,
    `CREATE TABLE secrets (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    )`,
    `CREATE TABLE payments (
      payer TEXT NOT NULL,
      nonce TEXT NOT NULL,
      signature_digest TEXT NOT NULL,
      request_digest TEXT NOT NULL,
      identifier_digest TEXT,
      resource TEXT NOT NULL,
      asset TEXT NOT NULL,
      pay_to TEXT NOT NULL,
      amount BIGINT NOT NULL,
      valid_before_seconds BIGINT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('reserved', 'settling', 'unknown', 'settled')),
      claim TEXT NOT NULL,
      claimed_until_ms BIGINT NOT NULL,
      answer TEXT,
      answer_until_ms BIGINT,
      tx TEXT,
      handed_out SMALLINT NOT NULL DEFAULT 0,
      replays BIGINT NOT NULL DEFAULT 0,
      settle_attempts BIGINT NOT NULL DEFAULT 0,
      check_at_ms BIGINT NOT NULL DEFAULT 0,
      forget_at_ms BIGINT,
      created_at_ms BIGINT NOT NULL,
      updated_at_ms BIGINT NOT NULL,
      PRIMARY KEY (payer, nonce)
    )`,
    `CREATE UNIQUE INDEX payments_by_identifier ON payments (payer, identifier_digest)
      WHERE identifier_digest IS NOT NULL`,
    `CREATE INDEX payments_owed ON payments (payer, request_digest) WHERE state <> 'settled' OR handed_out = 0`,
    `CREATE INDEX payments_under_way ON payments (payer, created_at_ms) WHERE state <> 'settled'`,
    `CREATE INDEX payments_unresolved ON payments (check_at_ms) WHERE state IN ('settling', 'unknown')`,
    `CREATE INDEX payments_by_claim ON payments (claim) WHERE state IN ('reserved', 'settling')`,
    'CREATE INDEX payments_by_answer_expiry ON payments (answer_until_ms) WHERE answer_until_ms IS NOT NULL',
    'CREATE INDEX payments_by_forget_time ON payments (forget_at_ms) WHERE forget_at_ms IS NOT NULL',
  ],
];

export const CREATE_VERSION_TABLE = 'CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)';
export const READ_VERSION = 'SELECT version FROM schema_version';

/**
 * The statements that bring a schema of this version up to date. Run them in the transaction that read the version,
 * under a lock, so that two starts never interleave.
 */
export function statementsSince(version: number): readonly string[] {
  if (version > migrations.length) {
    throw new Error(
      `The storage has schema version ${version}, this program knows up to ${migrations.length}: start a newer program.`,
    );
  }
  if (version === migrations.length) return [];
  return [
    ...migrations.slice(version).flat(),
    'DELETE FROM schema_version',
    `INSERT INTO schema_version (version) VALUES (${migrations.length})`,
  ];
}
