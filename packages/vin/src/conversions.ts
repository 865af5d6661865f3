import type { Dataset } from './dataset.ts';
import { computeDecimal } from './decimal.ts';
import type { FoundItems } from './found-items.ts';
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
export function addConversions(dataset: Dataset, found: FoundItems): void {
  const sources: { item: Item; conversions: readonly Conversion[] }[] = [];
  for (const [element, conversions] of dataset.conversions) {
    const item = found.of(element);
    if (item !== undefined) sources.push({ item, conversions });
  }
  // The sort is stable: ties between items fall by conversion.
  if (sources.length > 1) {
    sources.sort(({ item: a }, { item: b }) => b.priority - a.priority || b.level - a.level);
  }
  for (const { item, conversions } of sources) {
    for (const conversion of conversions) {
      if (found.of(conversion.to) !== undefined) continue;
      const value = convert(conversion, attributeText(dataset, item));
      found.add({
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
