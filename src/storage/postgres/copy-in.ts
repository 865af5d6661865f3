import { once } from 'node:events';
import type { Connection, Submittable } from 'pg';
import type { MirrorBlock } from '../mirror-store.ts';

/** Methods of the driver that its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const NO_FLAGS = Buffer.alloc(8);
const END = Buffer.from([0xff, 0xff]);
const COLUMNS = 3;
const NOTHING = Buffer.alloc(4, 0xff);

/**
 * COPY ... FROM STDIN in its binary form, which needs no escaping. The driver leaves it to whoever wants it: a query that
 * is told when the server is ready for rows.
 */
export class CopyIn implements Submittable {
  readonly #text: string;
  readonly #ready = Promise.withResolvers<CopyConnection>();
  readonly #done = Promise.withResolvers<void>();

  constructor(table: string) {
    this.#text = `COPY ${table} (key, text, bytes) FROM STDIN (FORMAT binary)`;
    // Whoever puts the next row hears of it.
    this.#ready.promise.catch(() => {});
    this.#done.promise.catch(() => {});
  }

  async begin(): Promise<void> {
    await this.#send(Buffer.concat([SIGNATURE, NO_FLAGS]));
  }

  async put(blocks: readonly MirrorBlock[]): Promise<void> {
    await this.#send(Buffer.concat(blocks.flatMap(rowOf)));
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

function rowOf({ key, content }: MirrorBlock): Uint8Array[] {
  const columns = Buffer.alloc(2);
  columns.writeInt16BE(COLUMNS);
  const isText = typeof content === 'string';
  const [text, bytes] = isText ? [fieldOf(Buffer.from(content)), [NOTHING]] : [[NOTHING], fieldOf(content)];
  return [columns, ...fieldOf(Buffer.from(key)), ...text, ...bytes];
}

function fieldOf(bytes: Uint8Array): Uint8Array[] {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return [length, bytes];
}
