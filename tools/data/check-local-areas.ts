import type { Condition } from '../../src/costs/car.ts';
import { ELSEWHERE } from '../../src/costs/find-area.ts';
import type { Jurisdiction } from '../../src/costs/jurisdiction-schema.ts';
import { localAreas } from '../../src/costs/local-areas.ts';
import { percent } from '../../src/costs/money.ts';
import { localRatesOf } from '../../src/costs/rules.ts';

/** Finds what does not fit together in local-areas.json, and with the files of the states. */
export function checkLocalAreas(jurisdictions: readonly Jurisdiction[]): string[] {
  const { sources, states } = localAreas();
  const used = new Set<string>(['census']);
  const problems = Object.entries(states).flatMap(([code, state]) => {
    const jurisdiction = jurisdictions.find((one) => one.country === 'US' && one.code === code);
    const counties = Object.keys(state.counties);
    const rates = [...Object.values(state.counties), ...Object.values(state.cities)].flatMap(
      ({ rate }) => rate ?? [],
    );
    if (state.source) used.add(state.source);
    return [
      ...(rates.length > 0 && state.confidence === undefined ? ['its rates have no confidence'] : []),
      ...(state.confidence !== 'low' && rates.length > 0 && !state.source
        ? ['rates without a source are low']
        : []),
      ...outside(rates, jurisdiction).map((rate) => `${rate} % is outside the rates of the state`),
      ...Object.entries(state.cities).flatMap(([city, place]) =>
        place.counties
          .filter((name) => !counties.includes(name))
          .map((name) => `${city}: there is no county ${name}`),
      ),
    ].map((problem) => `data/costs/local-areas.json, ${code}: ${problem}`);
  });
  const named = jurisdictions.flatMap((data) =>
    [...new Set(countiesIn(data))]
      .filter((name) => !Object.hasOwn(states[data.code as 'TX']?.counties ?? {}, name))
      .map((name) => `${data.country}-${data.code}: local-areas.json has no county ${name}`),
  );
  const missing = [...used].filter((key) => !Object.hasOwn(sources, key));
  const idle = Object.keys(sources).filter((key) => !used.has(key));
  return [
    ...problems,
    ...named,
    ...missing.map((key) => `data/costs/local-areas.json: nothing is called ${key}`),
    ...idle.map((key) => `data/costs/local-areas.json: no state uses ${key}`),
  ];
}

function outside(rates: readonly number[], data: Jurisdiction | undefined): number[] {
  const bounds = data?.privateSaleTaxes.flatMap(({ amount }) => localRatesOf(amount) ?? [])[0];
  if (bounds === undefined) return [...rates];
  return rates.filter((rate) => rate < percent(bounds.low) || rate > percent(bounds.high));
}

/** The counties that the conditions of a file name, wherever they stand. */
function countiesIn(data: Jurisdiction): string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(one);
    else if (typeof value === 'object' && value !== null) {
      const { county = [], notCounty = [] }: Condition = value;
      found.push(...county, ...notCounty);
      for (const one of Object.values(value)) look(one);
    }
  };
  look([data.privateSaleTaxes, data.dealerSaleTaxes, data.fees]);
  const due = data.fees.flatMap(({ counties }) => [...(counties?.whole ?? []), ...(counties?.part ?? [])]);
  return [...found, ...due].filter((name) => name !== ELSEWHERE);
}
