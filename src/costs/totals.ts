import { type Fuel, fuels } from './car.ts';
import type { BuiltFee, CompiledFee } from './lines/fee-line.ts';
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
  /** Few bills have such lines. */
  #byFuel: { fuel: Fuel; low: Cents; high: Cents }[] | undefined;
  #groups: Map<string, Bounds> | undefined;

  addTax(built: BuiltLine): void {
    this.#add(built, built.line.known);
  }

  addFee({ figure }: CompiledFee, built: BuiltFee): void {
    if (figure.optional) return;
    const bounds: Bounds = { low: built.sometimes ? 0 : built.low, high: built.high };
    if (figure.group !== undefined) {
      this.#addToGroup(figure.group, built.onlyFor === undefined ? bounds : { ...bounds, low: 0 });
      if (built.line.known) this.#known += built.low;
      return;
    }
    if (built.onlyFor !== undefined) {
      this.#byFuel ??= fuels.map((fuel) => ({ fuel, low: 0, high: 0 }));
      for (const sum of this.#byFuel) {
        if (!built.onlyFor.includes(sum.fuel)) continue;
        sum.low += bounds.low;
        sum.high += bounds.high;
      }
      return;
    }
    this.#add(bounds, built.line.known);
  }

  finish(): Totals {
    const totals = { known: this.#known, low: this.#low, high: this.#high };
    for (const { low, high } of this.#groups?.values() ?? []) {
      totals.low += low;
      totals.high += high;
    }
    if (this.#byFuel) {
      totals.low += Math.min(...this.#byFuel.map(({ low }) => low));
      totals.high += Math.max(...this.#byFuel.map(({ high }) => high));
    }
    return totals;
  }

  #addToGroup(name: string, { low, high }: Bounds): void {
    this.#groups ??= new Map();
    const sum = this.#groups.get(name) ?? { low: 0, high: 0 };
    this.#groups.set(name, { low: Math.max(sum.low, low), high: Math.max(sum.high, high) });
  }

  #add({ low, high }: Bounds, known: boolean): void {
    if (known) this.#known += low;
    this.#low += low;
    this.#high += high;
  }
}
