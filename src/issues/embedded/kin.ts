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

/** What tells failures apart that are told in the same words: its number, and on which side of it a failure is. */
export type Contrast = readonly [number, 1 | -1];

const contrasts = onDemand(() => {
  const { modes, families } = lexicon();
  const told = modes.map((): Contrast[] => []);
  const together = (a: string, b: string) =>
    families.some(({ modes }) => modes.includes(a) && modes.includes(b));
  modes.forEach(({ id, lamp, opposite }, number) => {
    const others = modes.flatMap((other, index) =>
      (lamp === true && other.explains.includes(id) && !together(id, other.id)) || other.id === opposite
        ? [index]
        : [],
    );
    if (others.length > 0) told[number]?.push([number, 1]);
    for (const other of others) told[other]?.push([number, -1]);
  });
  return told;
});

/** A lamp against the failures it warns of, unless owners report them side by side, and a failure against its opposite. */
export function contrastsOf(mode: number): readonly Contrast[] {
  return contrasts()[mode] ?? [];
}

const unlike = onDemand(() =>
  contrasts().map(
    (own) =>
      new Set(
        contrasts().flatMap((other, index) =>
          own.some(([number, side]) => other.some((that) => that[0] === number && that[1] !== side))
            ? [index]
            : [],
        ),
      ),
  ),
);

export function areUnlike(a: number, b: number): boolean {
  return unlike()[a]?.has(b) === true;
}
