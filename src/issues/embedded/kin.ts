import { onDemand } from '../../lib/on-demand.ts';
import { lexicon } from './lexicon.ts';

const kins = onDemand(() => {
  const { modes } = lexicon();
  return modes.map(
    (own) =>
      new Set(
        modes.flatMap(({ id, partOf }, index) =>
          id === own.id || id === own.partOf || partOf === own.id || own.explains.includes(id) ? [index] : [],
        ),
      ),
  );
});

/** The failure itself, what it is part of, what is part of it, and what it explains. */
export function kinOf(mode: number): ReadonlySet<number> {
  return kins()[mode] ?? new Set([mode]);
}
