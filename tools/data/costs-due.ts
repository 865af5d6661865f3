import type { FeeFigure, Jurisdiction, TaxFigure } from '../../src/costs/jurisdiction-schema.ts';

/** The part that is listed of the many lines that nobody has compared for a year. */
const MOST_LISTED = 12;

/** Says which figures change on which days of the year, and which are due for another look. */
export function dueLines(places: readonly Jurisdiction[], today: string): string[] {
  const figures = places.flatMap(figuresOf);
  return [...changes(figures, today), ...unverified(figures, today)];
}

interface Placed {
  name: string;
  figure: TaxFigure | FeeFigure;
}

function figuresOf(data: Jurisdiction): Placed[] {
  const figures = [...data.privateSaleTaxes, ...data.dealerSaleTaxes, ...data.fees];
  return figures.map((figure) => ({ name: `${data.country}-${data.code} ${figure.id}`, figure }));
}

/** The next such days, from what the law sets anew each year and from the ends and beginnings of figures. */
function changes(figures: readonly Placed[], today: string): string[] {
  const year = Number(today.slice(0, 4));
  const days = figures.flatMap(({ name, figure }) => {
    const { setAnew, from, until } = figure;
    const inYear = setAnew && `${setAnew > today.slice(5) ? year : year + 1}-${setAnew}`;
    const goesOn = figures.some(
      (other) => other.name === name && other.figure !== figure && (other.figure.from ?? '') > today,
    );
    return [
      ...(inYear && (from ?? '') <= today && !goesOn ? [{ day: inYear, name }] : []),
      ...(from !== undefined && from > today
        ? [{ day: from, name: `${name} (its new figure is there)` }]
        : []),
      ...(until !== undefined && until > today && !goesOn ? [{ day: until, name: `${name} (ends)` }] : []),
    ];
  });
  return [...Map.groupBy(days, ({ day }) => day)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, names]) => `Changes on ${day}: ${[...new Set(names.map(({ name }) => name))].join(', ')}.`);
}

/** Those that claim most come first, the oldest before the others. */
function unverified(figures: readonly Placed[], today: string): string[] {
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  const due = figures.filter(
    ({ figure: { verifiedOn } }) => verifiedOn === undefined || verifiedOn < yearAgo,
  );
  const claims = ['high', 'medium', 'low'];
  const order = ({ figure: { confidence, verifiedOn, asOf } }: Placed) =>
    `${claims.indexOf(confidence)} ${verifiedOn ?? asOf ?? '9999'}`;
  const first = due.toSorted((a, b) => order(a).localeCompare(order(b))).slice(0, MOST_LISTED);
  return due.length === 0
    ? []
    : [
        `Due for another look: ${due.length} of ${figures.length} figures were never compared with their source, or more than a year ago. ` +
          `First: ${first.map(({ name, figure: { asOf } }) => `${name} (${asOf ?? 'no date'})`).join(', ')}.`,
      ];
}
