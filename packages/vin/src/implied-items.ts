import { attributeText, type Dataset } from './dataset.ts';
import { ELEMENT, type FoundItem, type FoundItems, type ItemSource } from './elements.ts';
import type { Wmi } from './wmi-table.ts';

const OF_MODEL = 1000;
const OF_WMI = -100;

/** Adds the make of the model; without a model, the make of the WMI if it has exactly one. Never the WMI's against the model's. */
export function addMake(dataset: Dataset, wmi: Wmi, model: FoundItem | undefined, found: FoundItems): void {
  if (model !== undefined) {
    const make = typeof model.attribute === 'number' ? dataset.modelMake(model.attribute) : undefined;
    if (make !== undefined) found.add(itemOf(make, 'make of model', OF_MODEL, model.key, model.schema));
    return;
  }
  const [only] = wmi.makes;
  if (only === undefined || wmi.makes.length !== 1) return;
  found.add(itemOf(dataset.strings.at(only), 'manufacturer code', OF_WMI, -1, -1));
}

function itemOf(make: string, source: ItemSource, priority: number, key: number, schema: number): FoundItem {
  return { element: ELEMENT.make, attribute: make, value: make, source, priority, key, schema, level: 0 };
}

const REGISTERED_PRIORITY = 100;

/** Adds the entries registered with the manufacturer's code, and the year. */
export function addRegisteredItems(dataset: Dataset, wmi: Wmi, year: number | null, found: FoundItems): void {
  const type = dataset.vehicleTypeName(wmi.vehicleType);
  if (type !== undefined) offer(ELEMENT.vehicleType, 'manufacturer code', type, wmi.vehicleType);
  if (wmi.manufacturer !== undefined) {
    const name = dataset.strings.at(wmi.manufacturer);
    offer(ELEMENT.manufacturer, 'manufacturer code', name, name);
  }
  if (year !== null) offer(ELEMENT.modelYear, 'model year', String(year), String(year));

  function offer(element: number, source: ItemSource, value: string, attribute: number | string): void {
    const priority = REGISTERED_PRIORITY;
    found.offer({ element, attribute, value, source, priority, key: -1, schema: -1, level: 0 });
  }
}

const ENGINE_MODEL_PRIORITY = 50;

/** Adds the implications of the engine's name, weaker than any pattern. */
export function addEngineModelItems(
  dataset: Dataset,
  engine: FoundItem | undefined,
  found: FoundItems,
): void {
  if (engine === undefined) return;
  const name = typeof engine.attribute === 'number' ? dataset.strings.at(engine.attribute) : engine.attribute;
  for (const row of dataset.engineModel(name)) {
    if (!isTrusted(dataset, row.element)) continue;
    found.offer({
      element: row.element,
      attribute: row.attribute,
      value: undefined,
      source: 'engine model',
      priority: ENGINE_MODEL_PRIORITY,
      key: engine.key,
      schema: engine.schema,
      level: row.order,
    });
  }
}

/** Distrusts a figure that patterns would correct where those patterns are missing. */
function isTrusted({ elements, header }: Dataset, element: number): boolean {
  const info = elements[element];
  return header.isWhole || info?.isHeld === true || info?.isDecimal !== true;
}

const CONVERSION_PRIORITY = 100;
/** NHTSA's value where a formula cannot be computed. */
const NOT_COMPUTABLE = '0';

type Conversion = Dataset['header']['conversions'][number];

/** Adds engine displacement in the missing units, each from a value that was decoded, never from another conversion. */
export function addConversions(dataset: Dataset, found: FoundItems): void {
  const sources: { item: FoundItem; conversions: readonly Conversion[] }[] = [];
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
        priority: CONVERSION_PRIORITY,
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

/** Computes a formula such as "#x# / 16.387064". */
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

/** Decimal numbers as SQL Server computes them: results are cut, not rounded, at a scale that follows from the operands. */
interface Decimal {
  units: bigint;
  scale: number;
  precision: number;
}

function parseDecimal(text: string): Decimal | undefined {
  const match = /^\s*(\d*)(?:\.(\d*))?\s*$/.exec(text);
  const whole = match?.[1] ?? '';
  const fraction = match?.[2] ?? '';
  if (match === null || whole + fraction === '') return undefined;
  const significant = whole.replace(/^0+/, '');
  return {
    units: BigInt(whole + fraction),
    scale: fraction.length,
    precision: Math.max(1, significant.length + fraction.length),
  };
}

const LEAST_DIVISION_SCALE = 6;

/** Computes "a / b" or "a * b". Undefined where an operand is no number. */
export function computeDecimal(left: string, operator: '/' | '*', right: string): string | undefined {
  const a = parseDecimal(left);
  const b = parseDecimal(right);
  if (a === undefined || b === undefined) return undefined;
  if (operator === '*') return format(a.units * b.units, a.scale + b.scale);
  if (b.units === 0n) return undefined;
  const scale = Math.max(LEAST_DIVISION_SCALE, a.scale + b.precision + 1);
  return format((a.units * 10n ** BigInt(scale - a.scale + b.scale)) / b.units, scale);
}

function format(units: bigint, scale: number): string {
  if (scale === 0) return units.toString();
  const digits = units.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
