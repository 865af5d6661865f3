import type { Dataset } from './dataset.ts';
import { computeDecimal } from './decimal.ts';
import type { Item } from './items.ts';
import { attributeText } from './resolve.ts';

const PRIORITY = 100;
/** What NHTSA puts where a formula cannot be computed. */
const NOT_COMPUTABLE = '0';

type Conversion = Dataset['header']['conversions'][number];

/**
 * Engine displacement in the units that are still missing, each computed from a value that was decoded, never from
 * another conversion.
 */
export function conversionItems(dataset: Dataset, items: readonly Item[]): Item[] {
  const converted: Item[] = [];
  const sources = items.filter((item) => dataset.conversionsFrom(item.element) !== undefined);
  if (sources.length === 0) return converted;
  // The sort is stable and conversions of one item keep their order; ties between items fall by conversion.
  sources.sort((a, b) => b.priority - a.priority || b.level - a.level || firstOf(a) - firstOf(b));
  for (const item of sources) {
    for (const conversion of dataset.conversionsFrom(item.element) ?? []) {
      const isTarget = ({ element }: Item): boolean => element === conversion.to;
      if (items.some(isTarget) || converted.some(isTarget)) continue;
      const value = convert(conversion, attributeText(dataset, item));
      converted.push({
        element: conversion.to,
        attribute: value,
        value,
        source: 'conversion',
        priority: PRIORITY,
        key: item.key,
        schema: item.schema,
        level: 0,
      });
    }
  }
  return converted;

  function firstOf(item: Item): number {
    return dataset.conversionsFrom(item.element)?.[0]?.id ?? 0;
  }
}

/** @NOTE Displacements are few and come again and again; the maps stay small. */
const computed = new Map<string, Map<string, string>>();
const COMPUTED_LIMIT = 10_000;

/** Formulas read "#x# / 16.387064". */
function convert({ formula }: Conversion, value: string): string {
  let results = computed.get(formula);
  if (results === undefined || results.size >= COMPUTED_LIMIT) {
    results = new Map();
    computed.set(formula, results);
  }
  const known = results.get(value);
  if (known !== undefined) return known;
  const match = /^#x#\s*([/*])\s*([\d.]+)\s*$/.exec(formula);
  const result =
    match === null ? undefined : computeDecimal(value, match[1] === '/' ? '/' : '*', match[2] ?? '');
  results.set(value, result ?? NOT_COMPUTABLE);
  return result ?? NOT_COMPUTABLE;
}
