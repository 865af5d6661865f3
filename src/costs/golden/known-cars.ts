import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadJurisdiction } from '../load-jurisdictions.ts';
import { findPlace } from '../places.ts';
import { type BillOf, billsOf } from './bill.ts';

/**
 * Worked out by hand from the law; the year is 2026. Undefined: the line is not due. The last column adds to the address
 * at which the law can be read, which stands in the data.
 */
export type Example = [
  place: string,
  car: Record<string, string>,
  line: string,
  amount: number | number[] | undefined,
  law: string,
];

const bills = new Map<string, BillOf>();

function splitName(name: string): [country: string, code: string] {
  const [country = '', code = ''] = name.split('-');
  return [country, code];
}

function billOf(name: string): BillOf {
  const place = findPlace(...splitName(name));
  if (place === undefined) throw new Error(`there is no place ${name}`);
  const made = bills.get(name) ?? billsOf(place.country, place.code);
  bills.set(name, made);
  return made;
}

/** The law of an example with the address of the source that the data names for the line. */
function cited(place: string, line: string, law: string): string {
  const key = findPlace(...splitName(place));
  if (key === undefined) throw new Error(`there is no place ${place}`);
  const { sources, privateSaleTaxes, dealerSaleTaxes, fees } = loadJurisdiction(key);
  const figure = [...privateSaleTaxes, ...dealerSaleTaxes, ...fees].find(({ id }) => id === line);
  const address = figure && sources[figure.source]?.url;
  if (address === undefined) throw new Error(`${place} has no source for ${line}`);
  return law === '' ? address : `${law}, ${address}`;
}

/** Each is a private sale of 25,000 unless the example says otherwise. */
export function describeCars(name: string, examples: readonly Example[]): void {
  describe(name, () => {
    beforeAll(() => {
      vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z'), toFake: ['Date'] });
    });
    afterAll(() => {
      vi.useRealTimers();
    });

    it.each(
      examples.map(
        ([place, car, line, amount, law]) => [place, car, line, amount, cited(place, line, law)] as const,
      ),
    )('%s %j: %s is %j (%s)', (place, car, line, amount) => {
      const bill = billOf(place)({ price: '25000', sale_type: 'private', ...car });
      expect(bill[line]).toEqual(amount);
    });
  });
}
