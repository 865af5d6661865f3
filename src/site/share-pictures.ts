import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, deflate, inflateSync } from 'node:zlib';
import { ServiceError } from '../errors/service-error.ts';
import { replyFailure, replyText } from '../http/reply.ts';
import type { Handler } from '../http/routes.ts';
import { onDemand, rememberNewest } from '../lib/on-demand.ts';

const PATH = '/share.png';
const MOST_KEPT = 100;
const HEADERS = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Draws what other sites show for a link: the name of a car in the letters of a sheet, on its ground. The address carries a
 * mark of this service, so that nobody has it draw words of their own.
 */
export function createSharePictures(secret: string) {
  const markOf = (words: string) => createHmac('sha256', secret).update(`share picture ${words}`).digest();
  const remembered = rememberNewest<Promise<Uint8Array<ArrayBuffer>>>(MOST_KEPT);
  const get: Handler = async (c) => {
    const words = c.req.query('of') ?? '';
    const [given, right] = [Buffer.from(c.req.query('mark') ?? '', 'base64url'), markOf(words)];
    if (given.length !== right.length || !timingSafeEqual(given, right))
      return replyFailure(c.env.exchange, new ServiceError('not_found', { path: PATH }));
    return replyText(c.env.exchange, 200, await remembered(words, () => draw(words)), 'image/png', HEADERS);
  };
  return {
    path: PATH,
    get,
    addressOf: (words: string) =>
      `${PATH}?${new URLSearchParams({ of: words, mark: markOf(words).toString('base64url') })}`,
  };
}

/** The sheet that tools/screenshots.ts draws: the ground of every picture, and below it the letters, each in a cell. */
export const sheet = {
  width: 1200,
  height: 630,
  cell: { width: 100, height: 116 },
  letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.,'&/()+:!_",
  ground: [11, 51, 40],
  ink: [240, 247, 244],
} as const;

const PER_ROW = sheet.width / sheet.cell.width;
/** Two pixels a byte, each between ground and ink; a row begins with the byte that says how it is packed: not at all. */
const ROW = 1 + sheet.width / 2;
/** In bytes across and rows down. */
const AREA = { left: 39, width: 520, bottom: 570, lines: 3 };
const [SPACE, BETWEEN] = [11, 1];

const readSheet = onDemand(() => {
  const png = readFileSync(new URL('./pictures/share-sheet.png', import.meta.url));
  // As written below: one block of data, behind the header and the colours.
  const start = png.indexOf('IDAT') + 4;
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  const glyphs = new Map([...sheet.letters].map((letter, at) => [letter, glyphAt(rows, at)]));
  return { rows, glyphs };
});

/** Where a letter stands, and how wide it is: to the last column that is not empty. */
function glyphAt(rows: Buffer, at: number) {
  const start =
    (sheet.height + Math.floor(at / PER_ROW) * sheet.cell.height) * ROW +
    1 +
    (at % PER_ROW) * (sheet.cell.width / 2);
  let width = sheet.cell.width / 2;
  const isEmpty = (column: number) => {
    for (let row = 0; row < sheet.cell.height; row += 1)
      if (rows[start + row * ROW + column] !== 0) return false;
    return true;
  };
  while (width > 0 && isEmpty(width - 1)) width -= 1;
  return { start, width };
}

async function draw(words: string): Promise<Uint8Array<ArrayBuffer>> {
  const { rows } = readSheet();
  const picture = Buffer.from(rows.subarray(0, sheet.height * ROW));
  const lines = linesOf(words);
  for (const [line, placed] of lines.entries())
    for (const { x, start, width } of placed) {
      const top = AREA.bottom - (lines.length - line) * sheet.cell.height;
      for (let row = 0; row < sheet.cell.height; row += 1) {
        const from = start + row * ROW;
        rows.copy(picture, (top + row) * ROW + 1 + AREA.left + x, from, from + width);
      }
    }
  return encodePng(picture);
}

/** Breaks lines between words; what has no room on the last one is left out. */
function linesOf(words: string) {
  const { glyphs } = readSheet();
  const lines: { x: number; start: number; width: number }[][] = [[]];
  let x = 0;
  for (const word of words.split(' ')) {
    const letters = [...word.normalize('NFD')].flatMap((letter) => glyphs.get(letter) ?? []);
    const whole = letters.reduce((sum, { width }) => sum + width + BETWEEN, 0);
    if (x > 0 && x + whole > AREA.width) {
      if (lines.length === AREA.lines) break;
      lines.push([]);
      x = 0;
    }
    for (const letter of letters) {
      if (x + letter.width <= AREA.width) lines.at(-1)?.push({ x, ...letter });
      x += letter.width + BETWEEN;
    }
    x += SPACE;
  }
  return lines;
}

/** Writes rows of four bits a pixel as a PNG whose colours go from ground to ink. */
export async function encodePng(rows: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sheet.width, 0);
  header.writeUInt32BE(rows.length / ROW, 4);
  header.set([4, 3], 8);
  const colours = Array.from({ length: 16 }, (_, level) =>
    sheet.ground.map((from, at) => Math.round(from + (((sheet.ink[at] ?? 0) - from) * level) / 15)),
  ).flat();
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours)),
    chunk('IDAT', await pack(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const pack = promisify(deflate);

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
