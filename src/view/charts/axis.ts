import { type Html, html, wideTable } from '../html.ts';

/** Places a value between two ends, in percent with one decimal. */
export function axisPercent(value: number, from: number, to: number): number {
  return Math.round(((value - from) / Math.max(to - from, Number.EPSILON)) * 1000) / 10;
}

interface Tick {
  at: number;
  label: string;
}

/** More labels than this touch each other on a telephone, where every second one is left out. */
const MOST_ON_A_TELEPHONE = 5;

export function tickClass(index: number, count: number): string {
  return count > MOST_ON_A_TELEPHONE && index % 2 === 1 ? 'tick between' : 'tick';
}

/** Upright lines with their labels below; the outermost labels stay inside. */
export function ticks(marks: readonly Tick[], heightPx: number): Html {
  return html`${marks.map(({ at, label }, index) => {
    const anchor = at < 4 ? 'start' : at > 96 ? 'end' : 'middle';
    return html`<line class="grid" x1="${at}%" x2="${at}%" y1="0" y2="${heightPx}"/><text class="${tickClass(index, marks.length)}" x="${at}%" y="${heightPx + 15}" text-anchor="${anchor}">${label}</text>`;
  })}`;
}

/** Finds a round step that divides a span into at most this number of parts. */
export function roundStep(span: number, mostParts: number): number {
  const rough = Math.max(span, 1) / mostParts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return Math.max(1, factor * power);
}

/** The end of an axis: above the highest value, so that nothing touches it. */
export function axisEnd(highest: number, step: number): number {
  return (Math.floor(highest / step) + 1) * step;
}

export function upTo(highest: number, step: number): number[] {
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
}

/** A chart with its words and what is seen in it above, and the same figures as a table below. */
export function figure(
  { caption, seen, svg, below }: { caption: string; seen: string; svg: Html; below?: Html },
  table: Parameters<typeof wideTable>[0],
): Html {
  return html`<figure>
<figcaption>${caption} <small>${seen}</small></figcaption>
${svg}
${below ?? null}<details><summary>As a table</summary>
${wideTable(table)}</details>
</figure>`;
}
