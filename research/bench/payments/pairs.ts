/** One side of a comparison: does its part of a round and says how many calls it answered in a second. */
export interface Side {
  name: string;
  turn(): Promise<number>;
}

/**
 * Both sides in turn, round after round: what else the machine does falls on both. The median of the rounds' ratios is
 * what counts; a round to warm up does not.
 */
export async function compare(
  name: string,
  [ours, other]: readonly [Side, Side],
  { rounds, least }: { rounds: number; least: number },
): Promise<void> {
  await ours.turn();
  await other.turn();
  const pairs: { our: number; their: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    // Who comes first changes, so that neither always follows a burst of the other.
    if (round % 2 === 0) {
      const their = await other.turn();
      pairs.push({ our: await ours.turn(), their });
    } else {
      const our = await ours.turn();
      pairs.push({ our, their: await other.turn() });
    }
  }
  const ratios = pairs.map(({ our, their }) => our / their).sort((a, b) => a - b);
  const rate = (rates: number[]) => `${Math.round(median(rates))}/s`;
  console.log(
    `${name}: ${ours.name} ${rate(pairs.map(({ our }) => our))}, ${other.name} ${rate(pairs.map(({ their }) => their))}, ` +
      `median ratio of ${rounds} rounds ${median(ratios).toFixed(2)} (${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}; at least ${least})`,
  );
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
