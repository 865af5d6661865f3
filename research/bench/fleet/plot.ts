export interface Line {
  name: string;
  points: readonly { atSeconds: number; value: number }[];
}

const [WIDTH, HEIGHT, MARGIN] = [800, 320, 48];
const COLOURS = ['#0b5fa5', '#b5480a', '#3b7a2a', '#7a3b8f'];

/** Lines over time as an SVG that any browser shows; from nought, so that flat looks flat. */
export function plot(title: string, unit: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const last = Math.max(1, ...points.map(({ atSeconds }) => atSeconds));
  const most = Math.max(1, ...points.map(({ value }) => value)) * 1.1;
  const x = (seconds: number) => MARGIN + (seconds / last) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => HEIGHT - MARGIN - (value / most) * (HEIGHT - 2 * MARGIN);
  const text = (at: [number, number], words: string) => `<text x="${at[0]}" y="${at[1]}">${words}</text>`;
  const drawn = lines.map(({ name, points }, index) => {
    const path = points.map(({ atSeconds, value }) => `${x(atSeconds).toFixed(1)},${y(value).toFixed(1)}`);
    const colour = COLOURS[index % COLOURS.length];
    return (
      `<polyline fill="none" stroke="${colour}" points="${path.join(' ')}"/>` +
      `<text x="${WIDTH - MARGIN - 120}" y="${MARGIN + 16 * index}" fill="${colour}">${name}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">` +
    `<rect width="100%" height="100%" fill="white"/>${text([MARGIN, 20], title)}` +
    `<path d="M${MARGIN} ${MARGIN}V${HEIGHT - MARGIN}H${WIDTH - MARGIN}" fill="none" stroke="black"/>` +
    text([4, y(most / 1.1)], `${Math.round(most / 1.1)} ${unit}`) +
    text([WIDTH - MARGIN - 40, HEIGHT - 16], `${Math.round(last)} s`) +
    `${drawn.join('')}</svg>\n`
  );
}
