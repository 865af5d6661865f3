import { readFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDataset } from './dataset.ts';
import { createVinEngine } from './engine.ts';
import { unpackZstd } from './zstd.ts';

const dataset = readFileSync(new URL('../vpic.dataset', import.meta.url));

describe('what Zstandard has packed', () => {
  it('is unpacked as Node does it: the dataset that ships', () => {
    expect(Buffer.from(unpackZstd(dataset)).equals(zstdDecompressSync(dataset))).toBe(true);
  });

  it('is unpacked as Node does it: whatever repeats, at every level, with and without a checksum', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .tuple(fc.uint8Array({ maxLength: 9 }), fc.integer({ min: 1, max: 40_000 }))
        .map(([bytes, times]) =>
          Uint8Array.from({ length: bytes.length && times }, (_, at) => bytes[at % bytes.length] ?? 0),
        ),
      fc.string({ maxLength: 400 }).map((text) => Buffer.from(text.repeat(3))),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.integer({ min: -5, max: 19 }),
        fc.boolean(),
        (pieces, level, isChecked) => {
          const text = Buffer.concat([...pieces, ...pieces.toReversed()]);
          const params = {
            [constants.ZSTD_c_compressionLevel]: level,
            [constants.ZSTD_c_checksumFlag]: isChecked ? 1 : 0,
          };
          expect(Buffer.from(unpackZstd(zstdCompressSync(text, { params }))).equals(text)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['one byte', 0x20, [3]],
    ['two', 0x60, [3, 0]],
    ['four', 0xa0, [3, 0, 0, 0]],
    ['eight', 0xe0, [3, 0, 0, 0, 0, 0, 0, 0]],
  ])('states its size in %s', (_, head, size) => {
    // Two bytes count from 256 on.
    const text = Buffer.alloc(head === 0x60 ? 259 : 3, 'abc');
    const block = [1 | (text.length << 3), text.length >> 5, 0];
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, head, ...size, ...block, ...text]);
    expect(zstdDecompressSync(frame).equals(text)).toBe(true);
    expect(Buffer.from(unpackZstd(frame)).equals(text)).toBe(true);
  });

  it('is refused where it is cut short', () => {
    for (const length of [5, 9, 1_000, dataset.length - 100_000])
      expect(() => openDataset(dataset.subarray(0, length))).toThrow();
  });

  it('opens as it ships', () => {
    const engine = createVinEngine(openDataset(dataset));
    expect(engine.decode('5NPDH4AE8DH100013', { nowMs: Date.parse('2026-11-21') }).fields.Model).toBe(
      'Elantra',
    );
  });
});
