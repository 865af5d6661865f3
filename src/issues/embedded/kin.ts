import { onDemand } from '../../lib/on-demand.ts';
import { lexicon } from './lexicon.ts';

const kins = onDemand(() => {
  const { modes } = lexicon();
  return modes.map(
    (own) =>
      new Set(
        modes.flatMap(({ id, partOf, lamp }, index) =>
          id === own.id ||
          id === own.partOf ||
          partOf === own.id ||
          (lamp !== true && own.explains.includes(id))
            ? [index]
            : [],
        ),
      ),
  );
});

/** The failure itself, what it is part of, what is part of it, and what it explains; but no lamp that warns of it. */
export function kinOf(mode: number): ReadonlySet<number> {
  return kins()[mode] ?? new Set([mode]);
}

/** A lamp and the failures it warns of, unless owners report them side by side, and a failure and its opposite. */
const unlike = onDemand(() => {
  const { modes, families } = lexicon();
  const together = (a: string, b: string) =>
    families.some(({ modes }) => modes.includes(a) && modes.includes(b));
  const found = modes.map(() => new Set<number>());
  modes.forEach(({ id, lamp, opposite }, a) => {
    modes.forEach((other, b) => {
      const isWarnedOf = lamp === true && other.explains.includes(id) && !together(id, other.id);
      if (!isWarnedOf && other.id !== opposite) return;
      found[a]?.add(b);
      found[b]?.add(a);
    });
  });
  return found;
});

export function unlikeOf(mode: number): ReadonlySet<number> {
  return unlike()[mode] ?? new Set();
}
