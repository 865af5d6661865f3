import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const PACKING = { [constants.ZSTD_c_compressionLevel]: 3 };
/** Below, packing and unpacking take far more time than they save space: the texts of a recall, the recalls of a make. */
const LEAST_PACKED_BYTES = 16_000;
/** How what is packed begins, and neither JSON nor a length does; the length of the content follows. */
const PACKED_START = 0xff;
const PACKED_HEAD = 5;

export function packBytes(content: Buffer, leastBytes = LEAST_PACKED_BYTES): Uint8Array {
  if (content.length < leastBytes) return content;
  const head = Buffer.alloc(PACKED_HEAD, PACKED_START);
  head.writeUInt32LE(content.length, 1);
  // Told the size, it does not prepare for a large one: most blocks are small.
  return Buffer.concat([
    head,
    zstdCompressSync(content, { pledgedSrcSize: content.length, params: PACKING }),
  ]);
}

export function unpackBytes(content: Uint8Array): Buffer {
  const bytes = bytesOf(content);
  if (bytes[0] !== PACKED_START) return bytes;
  // In one piece, and a little room: otherwise every 64 kB are one more turn.
  const options = { chunkSize: bytes.readUInt32LE(1) + 64 };
  return zstdDecompressSync(bytes.subarray(PACKED_HEAD), options);
}

/** The same bytes, not a copy. */
export function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
