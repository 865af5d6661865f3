/** Decimal numbers as SQL Server computes them: results are cut, not rounded, at a scale that follows from the operands. */
interface Decimal {
  units: bigint;
  scale: number;
  precision: number;
}

function parseDecimal(text: string): Decimal | undefined {
  const match = /^\s*(\d*)(?:\.(\d*))?\s*$/.exec(text);
  const whole = match?.[1] ?? '';
  const fraction = match?.[2] ?? '';
  if (match === null || whole + fraction === '') return undefined;
  const significant = whole.replace(/^0+/, '');
  return {
    units: BigInt(whole + fraction),
    scale: fraction.length,
    precision: Math.max(1, significant.length + fraction.length),
  };
}

const LEAST_DIVISION_SCALE = 6;

/** Computes "a / b" or "a * b". Undefined where an operand is no number. */
export function computeDecimal(left: string, operator: '/' | '*', right: string): string | undefined {
  const a = parseDecimal(left);
  const b = parseDecimal(right);
  if (a === undefined || b === undefined) return undefined;
  if (operator === '*') return format(a.units * b.units, a.scale + b.scale);
  if (b.units === 0n) return undefined;
  const scale = Math.max(LEAST_DIVISION_SCALE, a.scale + b.precision + 1);
  return format((a.units * 10n ** BigInt(scale - a.scale + b.scale)) / b.units, scale);
}

function format(units: bigint, scale: number): string {
  if (scale === 0) return units.toString();
  const digits = units.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
