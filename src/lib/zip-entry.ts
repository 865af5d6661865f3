import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';

export class UnreadableArchiveError extends Error {
  override readonly name = 'UnreadableArchiveError';
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** Larger than usual: a dump is read in hundreds of pieces, not in thousands. */
const CHUNK_BYTES = 1 << 18;

/**
 * Opens the first entry of a zip file whose name fits. Where it is not what was packed, its content ends with an
 * UnreadableArchiveError. No 64-bit archives: those that we read are far smaller.
 */
export async function openZipEntry(
  path: string,
  isWanted: (name: string) => boolean,
): Promise<{ content: AsyncIterable<Buffer>; bytes: number }> {
  const { start, packedSize, method, checksum, bytes } = await findEntry(path, isWanted);
  const content = createReadStream(path, { start, end: start + packedSize - 1 });
  if (method === STORED) return { content: checked(content, checksum), bytes };
  if (method !== DEFLATED) throw new UnreadableArchiveError('The archive packs its files in an unknown way.');
  const unpacked = createInflateRaw({ chunkSize: CHUNK_BYTES });
  content.on('error', (error) => unpacked.destroy(error));
  return { content: checked(content.pipe(unpacked), checksum), bytes };
}

async function* checked(content: AsyncIterable<Buffer>, checksum: number): AsyncGenerator<Buffer> {
  let found = 0;
  for await (const piece of content) {
    found = crc32(piece, found);
    yield piece;
  }
  if (found !== checksum) throw damaged();
}

const damaged = () => new UnreadableArchiveError('The archive is damaged.');

interface Entry {
  method: number;
  /** CRC of the unpacked content. */
  checksum: number;
  packedSize: number;
  /** Length of the unpacked content. */
  bytes: number;
  start: number;
}

async function findEntry(path: string, isWanted: (name: string) => boolean): Promise<Entry> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (position: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead < length) throw new UnreadableArchiveError('The archive is cut short.');
    return buffer;
  };
  const tailLength = Math.min(size, END_SIZE + LONGEST_COMMENT);
  const tail = await read(size - tailLength, tailLength);
  let end = tail.length - END_SIZE;
  while (end >= 0 && tail.readUInt32LE(end) !== END_SIGNATURE) end--;
  if (end < 0) throw new UnreadableArchiveError('This is no zip archive, or it is cut short.');

  const directory = await read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    if (isWanted(name)) {
      const local = directory.readUInt32LE(at + 42);
      const header = await read(local, 30);
      if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged();
      return {
        method: directory.readUInt16LE(at + 10),
        checksum: directory.readUInt32LE(at + 16),
        packedSize: directory.readUInt32LE(at + 20),
        bytes: directory.readUInt32LE(at + 24),
        start: local + 30 + header.readUInt16LE(26) + header.readUInt16LE(28),
      };
    }
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new UnreadableArchiveError('The archive does not hold the file that is wanted.');
}
