import type { FeeFigure, Jurisdiction } from '../jurisdiction-schema.ts';
import type { Base } from '../rules/rule.ts';
import { compileFigure } from './figure-line.ts';
import { type BuiltLine, joined } from './line-parts.ts';

export interface CompiledFee {
  figure: FeeFigure;
  build(base: Base): BuiltLine | undefined;
}

export function compileFee(figure: FeeFigure, jurisdiction: Jurisdiction): CompiledFee {
  const { build } = compileFigure(figure, jurisdiction);
  const condition = conditionOf(figure);
  const particulars = {
    category: figure.category,
    mandatory: !figure.optional && figure.chargedBy === undefined,
    frequency: figure.frequency,
    condition,
    optional: figure.optional,
    notes: [
      joined(
        condition && `Due only ${condition}.`,
        figure.note,
        figure.chargedBy === 'dealer' ? 'Charged by the dealer, not by the law.' : undefined,
        figure.optional && 'Not in the totals.',
      ),
    ],
  };
  return { figure, build: (base) => build(base, particulars) };
}

function conditionOf({ onlyFor, onlyIn, onlyWhen }: FeeFigure): string | undefined {
  const conditions = [
    onlyWhen && `when ${onlyWhen}`,
    onlyFor && `for ${onlyFor.fuel.join(' and ')} cars`,
    onlyIn && `in ${onlyIn}`,
  ].filter((part) => part !== undefined);
  return conditions.length === 0 ? undefined : conditions.join(', ');
}
