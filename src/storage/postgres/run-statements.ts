import { createHash } from 'node:crypto';
import type { SqlValue } from '../sql/sql.ts';
import type { Pool } from './servers.ts';

/** Runs a statement and gives its rows; PostgreSQL alone takes lists too. */
export type Run = <Row>(
  text: string,
  parameters?: readonly (SqlValue | readonly string[])[],
) => Promise<Row[]>;

/** A statement that has a name is parsed and planned once on each connection. */
export function runnerOf(pool: Pool, prepareStatements: boolean): Run {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    let name = names.get(text);
    if (name === undefined) {
      // Derived from the text, so that two versions of the program never mean different statements by one name.
      name = `forecourt_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
      names.set(text, name);
    }
    return name;
  };
  return async <Row>(text: string, parameters: readonly (SqlValue | readonly string[])[] = []) => {
    const query = { text, values: [...parameters], ...(prepareStatements && { name: nameOf(text) }) };
    return (await pool.query(query)).rows as Row[];
  };
}
