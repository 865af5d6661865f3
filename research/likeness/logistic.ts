/** One example of a logistic regression: what is known, whether it holds, and how much it counts. */
export interface Example {
  signs: readonly number[];
  holds: boolean;
  weight: number;
}

const ROUNDS = 30;
/** The pull towards nought. */
const SHRINK = 0.001;

/** The weights under which the examples are likeliest, drawn a little towards nought (Newton's method). */
export function fitLogistic(examples: readonly Example[]): number[] {
  const size = examples[0]?.signs.length ?? 0;
  const weights = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = weights.map((weight) => SHRINK * weight);
    const curves = weights.map((_, row) => weights.map((_, column): number => (row === column ? SHRINK : 0)));
    for (const { signs, holds, weight } of examples) {
      const odds = signs.reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), 0);
      const likely = 1 / (1 + Math.exp(-odds));
      const bend = weight * likely * (1 - likely);
      signs.forEach((sign, row) => {
        if (sign === 0) return;
        slopes[row] = (slopes[row] ?? 0) + weight * (likely - Number(holds)) * sign;
        const curve = curves[row] ?? [];
        for (let column = 0; column < size; column += 1)
          curve[column] = (curve[column] ?? 0) + bend * sign * (signs[column] ?? 0);
      });
    }
    solve(curves, slopes).forEach((step, at) => {
      weights[at] = (weights[at] ?? 0) - step;
    });
  }
  return weights.map((weight) => Math.round(weight * 1000) / 1000);
}

/** Gauss and Jordan, with the largest of each column as pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let at = 0; at < rows.length; at += 1) {
    const rest = rows.slice(at);
    const pivot = rest.reduce((best, row) => (Math.abs(row[at] ?? 0) > Math.abs(best[at] ?? 0) ? row : best));
    rows.splice(rows.indexOf(pivot), 1, rows[at] ?? pivot);
    const scaled = pivot.map((value) => value / (pivot[at] ?? 1));
    rows.forEach((row, index) => {
      rows[index] = index === at ? scaled : row.map((value, k) => value - (row[at] ?? 0) * (scaled[k] ?? 0));
    });
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
