import { createCostsService } from '../costs-service.ts';
import { loadJurisdiction } from '../load-jurisdictions.ts';
import type { State } from '../places.ts';
import { costsQuery } from '../query.ts';

type Alternatives = Record<string, number>;

/** The other lawful amounts that stand beside the lines of a US bill, by the ids of the lines. */
export function alternativesOf(state: State): (parameters: Record<string, string>) => Alternatives {
  const costs = createCostsService({ jurisdictions: [loadJurisdiction({ country: 'US', code: state })] });
  return (parameters) => {
    const { lines } = costs.compute(costsQuery.parse({ country: 'US', state, ...parameters }));
    return Object.fromEntries(
      lines.flatMap(({ id, alternative }) =>
        alternative === undefined ? [] : [[id, alternative.amount ?? Number.NaN]],
      ),
    );
  };
}
