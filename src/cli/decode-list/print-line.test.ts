import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linePieces, linesOf, parseVinLine } from './print-line.ts';

const allLines = async (chunks: Buffer[]): Promise<string[]> => {
  const lines: string[] = [];
  for await (const piece of linePieces(Readable.from(chunks))) lines.push(...linesOf(piece));
  return lines;
};

describe('a line of input', () => {
  it.each([
    ['1HGCM82633A004352', '1HGCM82633A004352', undefined],
    ['1HGCM82633A004352,2003', '1HGCM82633A004352', 2003],
    ['1HGCM82633A004352, 2003 ', '1HGCM82633A004352', 2003],
    ['1HGCM82633A004352,', '1HGCM82633A004352', undefined],
    ['1HG,M82633A004352', '1HG,M82633A004352', undefined],
    ['1HG,M82633A004352,2003', '1HG,M82633A004352', 2003],
  ])('"%s" is the VIN %s with the year %s', (line, vin, modelYear) => {
    expect(parseVinLine(line)).toEqual({ vin, modelYear });
  });
});

describe('the lines of a stream', () => {
  it('are the same wherever the stream is cut', async () => {
    const text = fc.array(fc.stringMatching(/^[A-Z0-9é ,]{0,20}$/), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), fc.integer({ min: 1, max: 7 }), async (lines, ended, size) => {
        const bytes = Buffer.from(lines.join('\r\n') + (ended ? '\n' : ''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        expect(await allLines(chunks)).toEqual(lines.filter((line) => line.trim() !== ''));
      }),
      { numRuns: 200 },
    );
  });
});
