import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Sheet {
  /** In points: Letter has 612 x 792. */
  size: string;
  /** The words in the order in which they are drawn. */
  text: string;
}

/** Prints on the paper of either country: two to four sheets, the car and its verdict first, and nothing to press. */
export async function expectPrinted(page: Page): Promise<void> {
  for (const [format, size] of [
    ['A4', '596 x 843'],
    ['Letter', '612 x 792'],
  ] as const) {
    const sheets = await printed(page, format);
    expect(sheets.length).toBeGreaterThanOrEqual(2);
    expect(sheets.length).toBeLessThanOrEqual(4);
    const [first] = sheets;
    expect(first?.size).toBe(size);
    const car = '2013 Hyundai Elantra';
    expect(first?.text.startsWith(car), first?.text.slice(0, 80)).toBe(true);
    const verdict = await page.locator('.verdict').textContent();
    expect(first?.text.indexOf(verdict ?? 'none')).toBeLessThan(200);
    const words = sheets.map(({ text }) => text).join(' ');
    expect(words).toContain(verdict);
    const buttons = await page.getByRole('button').allTextContents();
    for (const button of [...buttons, 'Paid. Transaction', 'TEST PAYMENTS'])
      if (button !== '') expect(words).not.toContain(button);
  }
  await expectSeen(page);
}

/** Looks at the pixels of page one: its verdict is among them, and no button has left one. */
async function expectSeen(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1_123 });
  await page.evaluate('scrollTo(0, 0)');
  const show = (parts: string, opacity: string) =>
    page.evaluate(
      `document.querySelectorAll('${parts}').forEach((one) => { one.style.opacity = '${opacity}'; })`,
    );
  const without = async (parts: string) => {
    await show(parts, '0');
    const seen = await page.screenshot();
    await show(parts, '');
    return seen;
  };
  const sheet = await page.screenshot();
  expect((await without('button, .button, input, select')).equals(sheet)).toBe(true);
  expect((await without('.verdict')).equals(sheet)).toBe(false);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(794);
  await page.emulateMedia({ media: null });
  if (viewport) await page.setViewportSize(viewport);
}

/** Prints a page on the paper of its reader, and reads what the browser has drawn on each sheet. */
async function printed(page: Page, format: 'A4' | 'Letter'): Promise<Sheet[]> {
  const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString('latin1');
  const objects = new Map<string, string>();
  for (const [, number = '', body = ''] of pdf.matchAll(/^(\d+) 0 obj\s([\s\S]*?)^endobj/gm))
    objects.set(number, body);
  const streamOf = (number: string) => {
    // By its length: what is packed may end like a line.
    const [, length, packed = ''] =
      /\/Length (\d+)[\s\S]*?stream\r?\n([\s\S]*)/.exec(objects.get(number) ?? '') ?? [];
    return inflateSync(Buffer.from(packed.slice(0, Number(length)), 'latin1')).toString('latin1');
  };
  const lettersOf = (font: string) => {
    const [, number = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '') ?? [];
    return number === '' ? new Map<string, string>() : readLetters(streamOf(number));
  };
  return [...objects.values()]
    .filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body))
    .map((body) => {
      const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? [];
      const [, content = ''] = /\/Contents (\d+) 0 R/.exec(body) ?? [];
      const fonts = new Map<string, Map<string, string>>();
      for (const [, name = '', number = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g))
        fonts.set(name, lettersOf(number));
      return {
        size: `${Math.round(Number(width))} x ${Math.round(Number(height))}`,
        text: readText(streamOf(content), fonts),
      };
    });
}

/** Reads which letter each glyph of a font stands for: pairs, and ranges of them. */
function readLetters(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  const written = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, list = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', letter = ''] of list.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(glyph, written(letter));
  for (const [, list = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', first = ''] of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let at = 0; at <= Number.parseInt(to, 16) - Number.parseInt(from, 16); at += 1)
        letters.set(
          (Number.parseInt(from, 16) + at).toString(16).toUpperCase().padStart(4, '0'),
          String.fromCharCode(Number.parseInt(first, 16) + at),
        );
  return letters;
}

function readText(content: string, fonts: Map<string, Map<string, string>>): string {
  let letters = new Map<string, string>();
  let text = '';
  for (const [, font, glyphs, end] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)> Tj|(\bET\b)/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters;
    if (end !== undefined) text += ' ';
    for (const [glyph] of (glyphs ?? '').matchAll(/.{4}/g)) text += letters.get(glyph) ?? '?';
  }
  return text.replace(/\s+/g, ' ').trim();
}
