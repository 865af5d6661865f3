import type { Cents, Rate, Units } from '../money.ts';
import type { AmountRule } from '../rule-schema.ts';

/** What a rule is applied to. */
export interface Base {
  taxable: Cents;
  /** Before any trade-in. */
  price: Cents;
  localRate: Rate | undefined;
}

export interface RateRange {
  low: Rate;
  high: Rate;
}

export interface Outcome {
  low: Units;
  high: Units;
  typical?: Units;
  /** The rate on the whole taxable amount, where there is one. */
  rates?: RateRange;
  /** The rule in words; a plain amount needs none. */
  text?: string;
  cases?: readonly { when: string; outcome: Outcome }[];
}

export interface CompiledRule {
  evaluate(base: Base): Outcome;
  /** The local rates that places there are known to have; undefined where a local rate changes nothing. */
  localRates: RateRange | undefined;
}

export type RuleOf<Name extends string> = Extract<AmountRule, { rule: Name }>;

export type Evaluate = CompiledRule['evaluate'];

/** Handed to rules that hold others, so that they need not import the compiler that imports them. */
export type Compile = (rule: AmountRule) => CompiledRule;
