import { once } from 'node:events';
import type { Connection, Submittable } from 'pg';
import type { MirrorBlock } from '../mirror-store.ts';

/** What the driver has for it, and its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const NO_FLAGS = Buffer.alloc(8);
const END = Buffer.from([0xff, 0xff]);
const COLUMNS = 2;

/**
 * COPY ... FROM STDIN in its binary form, which needs no escaping. The driver leaves it to whoever wants it: a query that
 * is told when the server is ready for rows.
 */
export class CopyIn implements Submittable {
  readonly #text: string;
  readonly #ready = Promise.withResolvers<CopyConnection>();
  readonly #done = Promise.withResolvers<void>();

  constructor(table: string) {
    this.#text = `COPY ${table} (key, content) FROM STDIN (FORMAT binary)`;
    // Whoever puts the next row hears of it.
    this.#ready.promise.catch(() => {});
    this.#done.promise.catch(() => {});
  }

  async begin(): Promise<void> {
    await this.#send(Buffer.concat([SIGNATURE, NO_FLAGS]));
  }

  async put(blocks: readonly MirrorBlock[]): Promise<void> {
    await this.#send(Buffer.concat(blocks.flatMap(({ key, content }) => rowOf(Buffer.from(key), content))));
  }

  async end(): Promise<void> {
    await this.#send(END);
    (await this.#ready.promise).endCopyFrom();
    await this.#done.promise;
  }

  /** Has the server refuse what came so far. */
  async cancel(): Promise<void> {
    const connection = await this.#ready.promise.catch(() => undefined);
    connection?.sendCopyFail('given up');
    await this.#done.promise.catch(() => undefined);
  }

  async #send(bytes: Buffer): Promise<void> {
    const connection = await this.#ready.promise;
    connection.sendCopyFromChunk(bytes);
    const { stream } = connection;
    // A server that has ended the connection says so through the query.
    if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), this.#done.promise]);
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#ready.resolve(connection);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done.resolve();
  }

  handleError(error: unknown): void {
    this.#ready.reject(error);
    this.#done.reject(error);
  }
}

function rowOf(key: Uint8Array, content: Uint8Array): Uint8Array[] {
  const start = Buffer.alloc(6);
  start.writeInt16BE(COLUMNS, 0);
  start.writeInt32BE(key.length, 2);
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length, 0);
  return [start, key, length, content];
}
