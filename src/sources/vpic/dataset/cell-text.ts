/** A cell on one line. */
export function clean(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ').trim();
}

/** Makes and manufacturers are only ever shown in capitals. */
export function capitals(text: string): string {
  return clean(text).toUpperCase();
}

export function byNumber(a: number, b: number): number {
  return a - b;
}
