import { fuels } from './jurisdiction-schema.ts';
import type { CompiledFee } from './lines/fee-line.ts';
import type { BuiltLine } from './lines/line-parts.ts';
import type { Cents } from './money.ts';

export interface Totals {
  known: Cents;
  low: Cents;
  high: Cents;
}

interface Bounds {
  low: Cents;
  high: Cents;
}

/**
 * Adds up what is or may be due. Lines for certain fuels are added per fuel, because no car has two of them,
 * and of a group that excludes each other only the dearest line counts.
 */
export class Total {
  #known = 0;
  #low = 0;
  #high = 0;
  readonly #byFuel = fuels.map((fuel) => ({ fuel, low: 0, high: 0 }));
  readonly #groups = new Map<string, Cents>();

  addTax(built: BuiltLine): void {
    this.#add(built, built.line.known);
  }

  addFee({ figure }: CompiledFee, built: BuiltLine): void {
    if (figure.optional) return;
    const sometimes = figure.onlyIn !== undefined || figure.onlyWhen !== undefined;
    const bounds: Bounds = { low: sometimes ? 0 : built.low, high: built.high };
    if (figure.group !== undefined) {
      this.#groups.set(figure.group, Math.max(this.#groups.get(figure.group) ?? 0, bounds.high));
      return;
    }
    if (figure.onlyFor !== undefined) {
      for (const sum of this.#byFuel) {
        if (!figure.onlyFor.fuel.includes(sum.fuel)) continue;
        sum.low += bounds.low;
        sum.high += bounds.high;
      }
      return;
    }
    this.#add(bounds, built.line.known);
  }

  finish(): Totals {
    let groups = 0;
    for (const high of this.#groups.values()) groups += high;
    return {
      known: this.#known,
      low: this.#low + Math.min(...this.#byFuel.map(({ low }) => low)),
      high: this.#high + groups + Math.max(...this.#byFuel.map(({ high }) => high)),
    };
  }

  #add({ low, high }: Bounds, known: boolean): void {
    if (known) this.#known += low;
    this.#low += low;
    this.#high += high;
  }
}
