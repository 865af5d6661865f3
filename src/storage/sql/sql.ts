export type SqlValue = string | number | null;

/** The common ground of the engines: `$1` parameters, and whole numbers as JavaScript numbers. */
export interface Sql {
  read<Row>(text: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** One atomic statement, on disk when the promise resolves. Rows are those of its RETURNING clause. */
  write<Row>(text: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
}
