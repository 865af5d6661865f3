import pg from 'pg';

interface Noise extends AsyncDisposable {
  transactions(): number;
}

const ACCOUNTS = 1_000;
const CLIENTS = 2;

/** Runs pgbench beside us on the same server: short transactions that change rows of their own tables. */
export async function makeNoise(url: string): Promise<Noise> {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  await pool.query('CREATE TABLE noise (id int PRIMARY KEY, balance int NOT NULL)');
  await pool.query(`INSERT INTO noise SELECT id, 0 FROM generate_series(1, ${ACCOUNTS}) id`);
  let going = true;
  let transactions = 0;
  const client = async () => {
    while (going) {
      const id = 1 + (transactions % ACCOUNTS);
      await pool.query('UPDATE noise SET balance = balance + 1 WHERE id = $1', [id]);
      await pool.query('SELECT sum(balance) FROM noise');
      transactions += 1;
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    transactions: () => transactions,
    async [Symbol.asyncDispose]() {
      going = false;
      await clients;
      await pool.end();
    },
  };
}
