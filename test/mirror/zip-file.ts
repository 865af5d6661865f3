import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;
/** Checksum and sizes follow the content. */
const SIZES_LATER = 8;

/** Writes one file into a zip as its content comes, in the way that NHTSA's are written. */
export async function writeZip(path: string, name: string, content: Iterable<Buffer>): Promise<void> {
  let [checksum, size, packedSize] = [0, 0, 0];
  const counted = function* () {
    for (const piece of content) {
      checksum = crc32(piece, checksum);
      size += piece.length;
      yield piece;
    }
  };
  const output = createWriteStream(path);
  const header = Buffer.alloc(30 + name.length);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(SIZES_LATER, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(name.length, 26);
  header.write(name, 30, 'latin1');
  output.write(header);
  const count = new Transform({
    transform(piece: Buffer, _encoding, done) {
      packedSize += piece.length;
      done(null, piece);
    },
  });
  const plain = Readable.from(counted(), { objectMode: false });
  await pipeline(plain, createDeflateRaw({ level: 1 }), count, output, { end: false });
  const central = Buffer.alloc(46 + name.length);
  central.writeUInt32LE(CENTRAL, 0);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(SIZES_LATER, 8);
  central.writeUInt16LE(DEFLATED, 10);
  central.writeUInt32LE(checksum, 16);
  central.writeUInt32LE(packedSize, 20);
  central.writeUInt32LE(size, 24);
  central.writeUInt16LE(name.length, 28);
  central.write(name, 46, 'latin1');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(header.length + packedSize, 16);
  output.end(Buffer.concat([central, end]));
  await new Promise<void>((resolve, reject) => output.once('close', resolve).once('error', reject));
}

const PIECE_CHARACTERS = 256 * 1024;

/** Lines as pieces of a file. */
export function* piecesOf(lines: Iterable<string>, encoding: 'latin1' | 'utf8'): Generator<Buffer> {
  let waiting: string[] = [];
  let characters = 0;
  for (const line of lines) {
    waiting.push(line);
    characters += line.length;
    if (characters < PIECE_CHARACTERS) continue;
    yield Buffer.from(waiting.join(''), encoding);
    waiting = [];
    characters = 0;
  }
  yield Buffer.from(waiting.join(''), encoding);
}
