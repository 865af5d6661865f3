/** 1234567.5 as "1,234,567.5": at most three decimals, or exactly so many as are asked for. */
export function withThousands(value: number, decimals?: number): string {
  const text = decimals === undefined ? String(Math.round(value * 1000) / 1000) : value.toFixed(decimals);
  const [whole = '', rest] = text.split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? thousands : `${thousands}.${rest}`;
}
