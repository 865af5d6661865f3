import type { FeeFigure, Jurisdiction } from '../jurisdiction-schema.ts';
import type { CostLine } from '../result-schema.ts';
import { compileRule } from '../rules/compile-rule.ts';
import type { Base, Outcome } from '../rules/rule.ts';
import {
  type BuiltLine,
  type CentsRange,
  casesOf,
  centsOfOutcome,
  compileAlternative,
  joined,
  noteOf,
  ratesOf,
  sentence,
  shown,
  sourceOf,
} from './line-parts.ts';

export interface CompiledFee {
  figure: FeeFigure;
  build(base: Base): BuiltLine | undefined;
}

export function compileFee(figure: FeeFigure, jurisdiction: Jurisdiction): CompiledFee {
  const rule = compileRule(figure.amount);
  const alternative = compileAlternative(figure);
  const source = sourceOf(figure.source, jurisdiction);
  const condition = conditionOf(figure);
  const limits = joined(
    condition && `Due only ${condition}.`,
    figure.note,
    figure.chargedBy === 'dealer' ? 'Charged by the dealer, not by the law.' : undefined,
    figure.optional && 'Not in the totals.',
  );
  return {
    figure,
    build(base) {
      const outcome = rule.evaluate(base);
      const due = centsOfOutcome(outcome);
      if (figure.omitWhenZero && due.high === 0) return undefined;
      // A line that may not be due begins at nothing; what it costs when it is due stands in its cases.
      const cents = condition === undefined ? due : { low: 0, high: due.high };
      const cases = condition === undefined ? casesOf(outcome) : conditionalCases(condition, due, outcome);
      return {
        line: {
          id: figure.id,
          category: figure.category,
          label: figure.label,
          ...shown(cents),
          ...(condition === undefined && ratesOf(outcome)),
          ...cases,
          mandatory: !figure.optional && figure.chargedBy === undefined,
          frequency: figure.frequency,
          known: !figure.optional && condition === undefined && outcome.low === outcome.high,
          ...noteOf(outcome.text && sentence(outcome.text), limits),
          ...alternative?.(base),
          source,
          confidence: figure.confidence,
          asOf: figure.asOf,
        },
        low: due.low,
        high: due.high,
      };
    },
  };
}

function conditionOf({ onlyFor, onlyIn, onlyWhen }: FeeFigure): string | undefined {
  const conditions = [
    onlyWhen && `when ${onlyWhen}`,
    onlyFor && `for ${onlyFor.fuel.join(' and ')} cars`,
    onlyIn && `in ${onlyIn}`,
  ].filter((part) => part !== undefined);
  return conditions.length === 0 ? undefined : conditions.join(', ');
}

function conditionalCases(condition: string, due: CentsRange, outcome: Outcome): Pick<CostLine, 'cases'> {
  const inner = casesOf(outcome)?.cases?.map((row) => ({ ...row, when: `${condition}: ${row.when}` }));
  return { cases: [...(inner ?? [{ when: condition, ...shown(due) }]), { when: 'otherwise', amount: 0 }] };
}
