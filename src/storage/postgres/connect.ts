import pg from 'pg';

const INT8 = 20;

/** Whole numbers as numbers: the schema has none beyond what those hold exactly. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/** One connection outside the pool; whoever asks for it ends it. */
export async function connect(options: pg.ClientConfig): Promise<pg.Client> {
  const connection = new pg.Client({ ...options, types: typeParsers });
  // Reported by the query that fails; without a listener it would end the process.
  connection.on('error', () => {});
  await connection.connect();
  return connection;
}
