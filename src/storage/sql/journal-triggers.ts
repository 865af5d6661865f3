/**
 * The journal is written by the storage itself, in the very change that marks a payment as settled: whoever makes that
 * mark cannot forget the journal, write it twice, or be killed between the two. A mark that is taken back, or moved to
 * another transaction, is entered with a negative amount; nothing in the journal is ever changed.
 */

const COLUMNS = 'sold_at_ms, product, amount, network, pay_to, tx';
const IS_SALE = `NEW.state = 'settled' AND (OLD.state <> 'settled' OR OLD.tx <> NEW.tx)`;
const IS_REVERSAL = `OLD.state = 'settled' AND (NEW.state <> 'settled' OR OLD.tx <> NEW.tx)`;

const enter = (row: 'OLD' | 'NEW', sign: '' | '-', when: string) =>
  `INSERT INTO sales (${COLUMNS}) SELECT NEW.updated_at_ms, ${row}.resource, ${sign}${row}.amount, ${row}.network,
     ${row}.pay_to, ${row}.tx WHERE ${when};`;
const ENTER = `${enter('OLD', '-', IS_REVERSAL)} ${enter('NEW', '', IS_SALE)}`;
const ON_MARK = `AFTER UPDATE OF state, tx ON payments FOR EACH ROW WHEN (${IS_REVERSAL} OR ${IS_SALE})`;

/** Enters the payments that were settled before there was a journal, as far as they are still known. */
export const ENTER_SETTLED_PAYMENTS = `INSERT INTO sales (${COLUMNS})
  SELECT updated_at_ms, resource, amount, network, pay_to, tx FROM payments
  WHERE state = 'settled' ORDER BY updated_at_ms`;

export const JOURNAL_TRIGGERS = [
  {
    sqlite: `CREATE TRIGGER payments_journal ${ON_MARK} BEGIN ${ENTER} END`,
    postgres: `
      CREATE FUNCTION enter_sale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${ENTER} RETURN NULL; END $$;
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
