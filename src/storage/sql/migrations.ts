/**
 * The journal is written by the storage itself, in the very change that marks a payment as settled: whoever makes that
 * mark cannot forget the journal, write it twice, or be killed between the two. A mark that is taken back, or moved to
 * another transaction, is entered with a negative amount; nothing in the journal is ever changed.
 */

const COLUMNS = 'sold_at_ms, product, amount, network, pay_to, tx';
/** The request by which it was bought, and what its settlement has cost in gas: since version 8. */
const LATER_COLUMNS = ', request_id, gas';
const IS_SALE = `NEW.state = 'settled' AND (OLD.state <> 'settled' OR OLD.tx <> NEW.tx)`;
const IS_REVERSAL = `OLD.state = 'settled' AND (NEW.state <> 'settled' OR OLD.tx <> NEW.tx)`;

const enterOne = (row: 'OLD' | 'NEW', sign: '' | '-', when: string, hasLater: boolean) =>
  `INSERT INTO sales (${COLUMNS}${hasLater ? LATER_COLUMNS : ''})
     SELECT NEW.updated_at_ms, ${row}.resource, ${sign}${row}.amount, ${row}.network, ${row}.pay_to, ${row}.tx
     ${hasLater ? `, ${row}.request_id, ${sign && `'${sign}' || `}${row}.gas` : ''} WHERE ${when};`;
const enter = (hasLater = false) =>
  `${enterOne('OLD', '-', IS_REVERSAL, hasLater)} ${enterOne('NEW', '', IS_SALE, hasLater)}`;
const ON_MARK = `AFTER UPDATE OF state, tx ON payments FOR EACH ROW WHEN (${IS_REVERSAL} OR ${IS_SALE})`;

/** Enters the payments that were settled before there was a journal, as far as they are still known. */
const ENTER_SETTLED_PAYMENTS = `INSERT INTO sales (${COLUMNS})
  SELECT updated_at_ms, resource, amount, network, pay_to, tx FROM payments
  WHERE state = 'settled' ORDER BY updated_at_ms`;

const JOURNAL_TRIGGERS = [
  {
    sqlite: `CREATE TRIGGER payments_journal ${ON_MARK} BEGIN ${enter()} END`,
    postgres: `
      CREATE FUNCTION enter_sale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${enter()} RETURN NULL; END $$;
      CREATE TRIGGER payments_journal ${ON_MARK} EXECUTE FUNCTION enter_sale()`,
  },
  {
    sqlite: `CREATE TRIGGER sales_stand BEFORE UPDATE ON sales
      BEGIN SELECT RAISE(ABORT, 'The journal of sales is only added to'); END`,
    postgres: `
      CREATE FUNCTION refuse_change_of_sale() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'The journal of sales is only added to'; END $$;
      CREATE TRIGGER sales_stand BEFORE UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION refuse_change_of_sale()`,
  },
];

/**
 * A settlement that took nothing is entered, and its payment forgotten, in the change that notes why: the two cannot
 * come apart.
 */
const ON_FAILURE = 'AFTER UPDATE OF failure ON payments FOR EACH ROW WHEN (NEW.failure IS NOT NULL)';
const FAILURE_COLUMNS = `
  failed_at_ms BIGINT NOT NULL,
  product TEXT NOT NULL,
  amount BIGINT NOT NULL,
  network TEXT NOT NULL,
  reason TEXT NOT NULL,
  tx TEXT,
  request_id TEXT`;
const ENTER_FAILURE = `
  INSERT INTO failed_settlements (failed_at_ms, product, amount, network, reason, tx, request_id)
    VALUES (NEW.updated_at_ms, NEW.resource, NEW.amount, NEW.network, NEW.failure, NEW.tx, NEW.request_id);
  DELETE FROM payments WHERE payer = NEW.payer AND nonce = NEW.nonce;`;

/** Columns of all that a payment is bound to. */
export const BOUND_PAYMENT = `payer, nonce, form, signature_digest, request_digest, identifier_digest, request_id, resource, asset,
  network, pay_to, amount, valid_before_seconds`;

/**
 * A call that is paid by the voucher of a channel is sold in one statement: the sum of the channel, the payment with its
 * kept answer and the entry in the journal. Whoever inserts into the view names what must still hold; PostgreSQL looks
 * again once it has the channel for itself.
 */
export const VOUCHER_PAYMENT = `${BOUND_PAYMENT}, answer, answer_until_ms, forget_at_ms`;
const VOUCHER_SALES = `CREATE VIEW voucher_sales AS SELECT CAST('' AS TEXT) AS channel, CAST(0 AS BIGINT) AS charged,
  CAST('' AS TEXT) AS signature, CAST(0 AS BIGINT) AS most_unclaimed, CAST(0 AS BIGINT) AS sold_at_ms,
  ${VOUCHER_PAYMENT} FROM payments WHERE 1 = 0`;
const RAISE_CHANNEL = `UPDATE channels SET charged = NEW.charged, signature = NEW.signature, revision = revision + 1,
    unclaimed_since_ms = CASE WHEN charged > claimed THEN unclaimed_since_ms ELSE NEW.sold_at_ms END
  WHERE channel = NEW.channel AND charged = NEW.charged - NEW.amount AND balance >= NEW.charged
    AND NEW.charged - claimed <= NEW.most_unclaimed AND withdraw_requested_at = 0 AND pending IS NULL;`;
const ENTER_VOUCHER_SALE = `
  INSERT INTO payments (${VOUCHER_PAYMENT}, state, claim, claimed_until_ms, tx, hand_outs, created_at_ms, updated_at_ms)
    VALUES (${VOUCHER_PAYMENT.replaceAll(/\w+/g, 'NEW.$&')}, 'settled', '', 0, NEW.nonce, 1, NEW.sold_at_ms, NEW.sold_at_ms);
  INSERT INTO sales (${COLUMNS}, request_id)
    VALUES (NEW.sold_at_ms, NEW.resource, NEW.amount, NEW.network, NEW.pay_to, NEW.nonce, NEW.request_id);`;
const CHANNEL_MOVE = `
  moved_at_ms BIGINT NOT NULL,
  kind TEXT NOT NULL,
  amount BIGINT NOT NULL,
  network TEXT NOT NULL,
  tx TEXT NOT NULL UNIQUE,
  gas TEXT`;

/** A statement for both engines, or one for each where they have no common ground. */
type Engine = 'sqlite' | 'postgres';

type Statement = string | Readonly<Record<Engine, string>>;

const SALES_COLUMNS = `
  sold_at_ms BIGINT NOT NULL,
  product TEXT NOT NULL,
  amount BIGINT NOT NULL,
  network TEXT NOT NULL,
  pay_to TEXT NOT NULL,
  tx TEXT NOT NULL`;

/**
 * The schema, one list of statements per version, in the common ground of SQLite and PostgreSQL.
 * A version that was released never changes: add another.
 */
const migrations: readonly (readonly Statement[])[] = [
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
  // One open or kept sale per payer and request; hand-outs are counted in one column.
  [
    'ALTER TABLE payments RENAME TO payments_before',
    ...[
      'by_identifier',
      'owed',
      'under_way',
      'unresolved',
      'by_claim',
      'by_answer_expiry',
      'by_forget_time',
    ].map((index) => `DROP INDEX payments_${index}`),
    `CREATE TABLE payments (
      payer TEXT NOT NULL,
      nonce TEXT NOT NULL,
      signature_digest TEXT NOT NULL,
      request_digest TEXT,
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
      hand_outs BIGINT NOT NULL DEFAULT 0,
      settle_attempts BIGINT NOT NULL DEFAULT 0,
      check_at_ms BIGINT NOT NULL DEFAULT 0,
      forget_at_ms BIGINT,
      created_at_ms BIGINT NOT NULL,
      updated_at_ms BIGINT NOT NULL,
      PRIMARY KEY (payer, nonce)
    )`,
    `INSERT INTO payments SELECT payer, nonce, signature_digest,
        CASE WHEN (state = 'settled' AND answer IS NULL) OR EXISTS (
          SELECT 1 FROM payments_before AS other
          WHERE other.payer = payments_before.payer AND other.request_digest = payments_before.request_digest
            AND (other.created_at_ms > payments_before.created_at_ms
              OR (other.created_at_ms = payments_before.created_at_ms AND other.nonce > payments_before.nonce)))
          THEN NULL ELSE request_digest END,
        identifier_digest, resource, asset, pay_to, amount, valid_before_seconds, state, claim, claimed_until_ms, answer,
        answer_until_ms, tx, handed_out + replays, settle_attempts, check_at_ms, forget_at_ms, created_at_ms, updated_at_ms
      FROM payments_before`,
    'DROP TABLE payments_before',
    `CREATE UNIQUE INDEX payments_by_identifier ON payments (payer, identifier_digest)
      WHERE identifier_digest IS NOT NULL`,
    `CREATE UNIQUE INDEX payments_by_request ON payments (payer, request_digest) WHERE request_digest IS NOT NULL`,
    `CREATE INDEX payments_under_way ON payments (payer, created_at_ms) WHERE state <> 'settled'`,
    `CREATE INDEX payments_unresolved ON payments (check_at_ms) WHERE state IN ('settling', 'unknown')`,
    `CREATE INDEX payments_by_claim ON payments (claim) WHERE state IN ('reserved', 'settling')`,
    'CREATE INDEX payments_by_answer_expiry ON payments (answer_until_ms) WHERE answer_until_ms IS NOT NULL',
    'CREATE INDEX payments_by_forget_time ON payments (forget_at_ms) WHERE forget_at_ms IS NOT NULL',
  ],
  [
    // Before there was such a column everything was sold on Base.
    `ALTER TABLE payments ADD COLUMN network TEXT NOT NULL DEFAULT 'eip155:8453'`,
    {
      sqlite: `CREATE TABLE sales (id INTEGER PRIMARY KEY, ${SALES_COLUMNS})`,
      postgres: `CREATE TABLE sales (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${SALES_COLUMNS})`,
    },
    'CREATE INDEX sales_by_time ON sales (sold_at_ms, id)',
    ENTER_SETTLED_PAYMENTS,
    ...JOURNAL_TRIGGERS,
    // Their names were VINs.
    `DELETE FROM cache WHERE key LIKE 'vpic:1:%'`,
    // They stood for as long as a payer chose.
    `UPDATE payments SET forget_at_ms = updated_at_ms + 86400000
      WHERE state = 'settled' AND forget_at_ms > updated_at_ms + 86400000`,
  ],
  [
    'ALTER TABLE payments ADD COLUMN payment TEXT',
    'ALTER TABLE payments ADD COLUMN dropped SMALLINT NOT NULL DEFAULT 0',
    `CREATE INDEX payments_to_audit ON payments (check_at_ms) WHERE state = 'settled' AND payment IS NOT NULL`,
  ],
  // Copies from before they were bound to the address of their source may be recordings.
  ['DELETE FROM cache'],
  // The catalog of our copy of public records; the records themselves lie in files or tables of their own.
  [
    `CREATE TABLE mirror_segments (
      id TEXT PRIMARY KEY,
      dataset TEXT NOT NULL,
      part TEXT NOT NULL,
      version TEXT NOT NULL,
      facts TEXT NOT NULL,
      loaded_at_ms BIGINT NOT NULL
    )`,
    `CREATE TABLE mirror_generations (
      dataset TEXT PRIMARY KEY,
      number BIGINT NOT NULL,
      segments TEXT NOT NULL,
      former TEXT NOT NULL,
      checked_at_ms BIGINT NOT NULL,
      published_at_ms BIGINT NOT NULL
    )`,
  ],
  [
    'CREATE TABLE ledger_begin (id SMALLINT PRIMARY KEY CHECK (id = 1), at_ms BIGINT NOT NULL, block BIGINT NOT NULL)',
  ],
  // Sales with their request and gas, refunds, and failures. Wei are texts: they do not fit into a number.
  [
    ...['request_id', 'gas', 'failure'].map((column) => `ALTER TABLE payments ADD COLUMN ${column} TEXT`),
    ...['request_id', 'gas', 'refund_of'].map((column) => `ALTER TABLE sales ADD COLUMN ${column} TEXT`),
    'CREATE UNIQUE INDEX sales_by_refund ON sales (tx) WHERE refund_of IS NOT NULL',
    {
      sqlite: `DROP TRIGGER payments_journal; CREATE TRIGGER payments_journal ${ON_MARK} BEGIN ${enter(true)} END`,
      postgres: `CREATE OR REPLACE FUNCTION enter_sale() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN ${enter(true)} RETURN NULL; END $$`,
    },
    {
      sqlite: `CREATE TABLE failed_settlements (id INTEGER PRIMARY KEY, ${FAILURE_COLUMNS});
        CREATE TRIGGER payments_failure ${ON_FAILURE} BEGIN ${ENTER_FAILURE} END`,
      postgres: `
        CREATE TABLE failed_settlements (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${FAILURE_COLUMNS});
        CREATE FUNCTION enter_failure() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN ${ENTER_FAILURE} RETURN NULL; END $$;
        CREATE TRIGGER payments_failure ${ON_FAILURE} EXECUTE FUNCTION enter_failure()`,
    },
  ],
  ['ALTER TABLE payments ADD COLUMN form TEXT'],
  // From now on entries are sealed; those before were to be read by anybody.
  ['DELETE FROM cache'],
  // Reports that buyers have sealed in their browsers; the keys stand in their links alone.
  [
    `CREATE TABLE sealed_reports (
      id TEXT PRIMARY KEY,
      sealed TEXT NOT NULL,
      expires_at_ms BIGINT NOT NULL
    )`,
    'CREATE INDEX sealed_reports_by_expiry ON sealed_reports (expires_at_ms)',
  ],
  // Channels, by whose vouchers calls are paid, and what was moved between them, the seller and their payers.
  [
    `CREATE TABLE channels (
      channel TEXT PRIMARY KEY,
      config TEXT NOT NULL,
      charged BIGINT NOT NULL,
      signature TEXT NOT NULL,
      balance BIGINT NOT NULL,
      claimed BIGINT NOT NULL,
      withdraw_requested_at BIGINT NOT NULL,
      refund_nonce BIGINT NOT NULL,
      synced_at_ms BIGINT NOT NULL,
      unclaimed_since_ms BIGINT NOT NULL,
      pending TEXT,
      revision BIGINT NOT NULL
    )`,
    'CREATE INDEX channels_unclaimed ON channels (channel) WHERE charged > claimed',
    {
      sqlite: `CREATE TABLE channel_moves (id INTEGER PRIMARY KEY, ${CHANNEL_MOVE})`,
      postgres: `CREATE TABLE channel_moves (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${CHANNEL_MOVE})`,
    },
    VOUCHER_SALES,
    {
      sqlite: `CREATE TRIGGER voucher_sale INSTEAD OF INSERT ON voucher_sales BEGIN ${RAISE_CHANNEL} ${ENTER_VOUCHER_SALE} END`,
      postgres: `
        CREATE FUNCTION sell_by_voucher() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          ${RAISE_CHANNEL} IF NOT FOUND THEN RETURN NULL; END IF; ${ENTER_VOUCHER_SALE} RETURN NEW;
          EXCEPTION WHEN unique_violation THEN RETURN NULL; END $$;
        CREATE TRIGGER voucher_sale INSTEAD OF INSERT ON voucher_sales FOR EACH ROW EXECUTE FUNCTION sell_by_voucher()`,
    },
  ],
  // Transactions of channels are noted before they are sent, and looked at until they are final.
  [
    'ALTER TABLE channel_moves ADD COLUMN data TEXT',
    'CREATE INDEX channel_moves_open ON channel_moves (id) WHERE data IS NOT NULL',
  ],
];

/** That of this program. */
export const SCHEMA_VERSION = migrations.length;

export const CREATE_VERSION_TABLE = 'CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)';
export const READ_VERSION = 'SELECT version FROM schema_version';

/** A later version of this program has written the storage, so that this one could misread it. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
  readonly what: string;
  readonly advice =
    'Start the version that wrote it, or a later one. To go back, restore a backup from before the upgrade into an empty storage.';

  constructor(version: number) {
    const what = `was written by a later version of Forecourt: it has schema version ${version}, and this one knows up to ${SCHEMA_VERSION}`;
    super(`The storage ${what}.`);
    this.what = what;
    this.message += ` ${this.advice}`;
  }
}

export function refuseNewer(version: number): void {
  if (version > SCHEMA_VERSION) throw new NewerSchemaError(version);
}

/**
 * The statements that bring a schema of this version up to date, or up to another version. Run them in the transaction
 * that read the version, under a lock, so that two starts never interleave.
 */
export function statementsSince(version: number, engine: Engine, upTo = SCHEMA_VERSION): readonly string[] {
  refuseNewer(version);
  if (version === upTo) return [];
  return [
    ...migrations
      .slice(version, upTo)
      .flat()
      .map((statement) => (typeof statement === 'string' ? statement : statement[engine])),
    'DELETE FROM schema_version',
    `INSERT INTO schema_version (version) VALUES (${upTo})`,
  ];
}
