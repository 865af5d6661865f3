import { holds } from '../car.ts';
import type { FeeFigure, TaxFigure } from '../jurisdiction-schema.ts';
import { centsOf } from '../money.ts';
import { compileRule } from '../rules/compile-rule.ts';
import type { Base, CompiledRule } from '../rules/rule.ts';

interface OwnAmount {
  /** In place of the rule of the figure. */
  rule?: CompiledRule;
  /** True where the alternative is the amount of this car, or is surely not. */
  isAlternative: boolean;
  why?: string;
}

/** What a figure comes to for a car that is known; undefined where nothing is, or the figure does not ask. */
export function compileCarAmounts(figure: TaxFigure | FeeFigure) {
  const { alternative, carAmounts = [], omitIf } = figure;
  const amounts = carAmounts.map((row) => ({ condition: row.if, rule: compileRule(row.amount) }));
  const other = alternative?.if && {
    condition: alternative.if,
    rule: compileRule(alternative.amount),
    below: alternative.priceBelow === undefined ? Number.POSITIVE_INFINITY : centsOf(alternative.priceBelow),
    why: `Because ${alternative.when}.`,
  };
  if (amounts.length === 0 && other === undefined && omitIf === undefined) return () => undefined;
  return ({ car, year = 0, price }: Base): OwnAmount | 'omitted' | undefined => {
    if (car === undefined) return undefined;
    if (omitIf && holds(omitIf, car, year) === true) return 'omitted';
    const own = amounts.find(({ condition }) => holds(condition, car, year) === true);
    if (own) return { rule: own.rule, isAlternative: false };
    const isOther = other && holds(other.condition, car, year);
    if (!other || isOther === undefined) return undefined;
    return isOther && price < other.below
      ? { rule: other.rule, isAlternative: true, why: other.why }
      : { isAlternative: true };
  };
}
