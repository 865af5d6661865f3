import type { Dataset } from './dataset.ts';
import { computeDecimal } from './decimal.ts';
import type { Item } from './items.ts';
import { attributeText } from './resolve.ts';

const PRIORITY = 100;
/** What NHTSA puts where a formula cannot be computed. */
const NOT_COMPUTABLE = '0';

/** Engine displacement in the units that are still missing, each computed from a value that was decoded, never from another conversion. */
export function conversionItems(dataset: Dataset, items: readonly Item[]): Item[] {
  const { conversions } = dataset.header;
  const sources = conversions.flatMap((conversion) =>
    items.filter((item) => item.element === conversion.from).map((item) => ({ conversion, item })),
  );
  sources.sort(
    (a, b) =>
      b.item.priority - a.item.priority || b.item.level - a.item.level || a.conversion.id - b.conversion.id,
  );
  const present = new Set(items.map((item) => item.element));
  const converted: Item[] = [];
  for (const { conversion, item } of sources) {
    if (present.has(conversion.to)) continue;
    present.add(conversion.to);
    const value = convert(conversion.formula, attributeText(dataset, item));
    converted.push({
      ...item,
      element: conversion.to,
      attribute: value,
      value,
      source: 'conversion',
      priority: PRIORITY,
      level: 0,
    });
  }
  return converted;
}

/** Formulas read "#x# / 16.387064". */
function convert(formula: string, value: string): string {
  const match = /^#x#\s*([/*])\s*([\d.]+)\s*$/.exec(formula);
  if (match === null) return NOT_COMPUTABLE;
  return computeDecimal(value, match[1] === '/' ? '/' : '*', match[2] ?? '') ?? NOT_COMPUTABLE;
}
