export type SqlValue = string | number | null;

/** The common ground of the engines: `$1` parameters, and whole numbers as JavaScript numbers. */
export interface Sql {
  read<Row>(text: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** One atomic statement, committed when the promise resolves. Rows are those of its RETURNING clause. */
  write<Row>(text: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
}

/** The failures that a write has survived when it is acknowledged. */
export type Durability = 'durable' | 'prompt' | 'relaxed';

/**
 * One database, written in three ways. `durable`: acknowledged once it is on disk, so it survives a power cut.
 * `prompt`: acknowledged once it is committed, so it survives the end of the process; it goes to disk at once after.
 * `relaxed`: acknowledged like that, and goes to disk with whatever goes there next.
 */
export type LayeredSql = Readonly<Record<Durability, Sql>>;
