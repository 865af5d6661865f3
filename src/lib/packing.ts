import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** How a text travels that a client takes packed. */
export type Encoding = 'br' | 'gzip';

/** Below this, packing saves less than its header costs. */
export const LEAST_PACKED_CHARACTERS = 1_000;

/** Whoever asks twice asks the same way. */
const known = new Map<string, Encoding | undefined>();
const MOST_KNOWN = 200;

/** The best that an Accept-Encoding names; `undefined` where it names none that we make. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  if (!known.has(header)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(header, readHeader(header));
  }
  return known.get(header);
}

function readHeader(header: string): Encoding | undefined {
  const weights = new Map(
    header.split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gz] = [weightOf('br'), weightOf('gzip')];
  if (br > 0 && br >= gz) return 'br';
  return gz > 0 ? 'gzip' : undefined;
}

/** A fraction of a millisecond for an answer: the highest quality would take a hundred times as long for a tenth less. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const CLOSE = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Packs what is said once. */
export function pack(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  return encoding === 'br' ? brotliCompressSync(text, QUICK) : gzipSync(text);
}

const packers = {
  br: (text: string) => promisify<string, typeof CLOSE, Buffer<ArrayBuffer>>(brotliCompress)(text, CLOSE),
  gzip: (text: string) => promisify<string, Buffer<ArrayBuffer>>(gzip)(text),
};

/** Packs what is said again and again: as closely as it goes, once, and not while others wait. */
export function keepPacked(text: string): (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>> {
  const kept = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return (encoding) => {
    const packed = kept.get(encoding) ?? packers[encoding](text);
    kept.set(encoding, packed);
    return packed;
  };
}
