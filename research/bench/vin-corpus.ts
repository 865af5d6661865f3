import { type Dataset, filedKeysOf, type Manufacturer, manufacturersOf } from '@forecourt/vin';
import { createRandom, inventVin } from '../vpic/invent-vin.ts';

const BUSIEST = 600;

/**
 * Invented VINs that decode: fifteen in sixteen of the manufacturer codes with the most patterns (what is on the road),
 * one in sixteen of any. The same seed gives the same VINs.
 */
export function inventVins(dataset: Dataset, count: number): string[] {
  const random = createRandom(2026);
  const filed = [...manufacturersOf(dataset)].filter(
    ({ isPublic, filings }) => isPublic && filings.length > 0,
  );
  const patternsOf = countPatterns(dataset);
  const busiest = filed
    .map((manufacturer) => ({ manufacturer, patterns: patternsOf(manufacturer) }))
    .sort((a, b) => b.patterns - a.patterns)
    .slice(0, BUSIEST)
    .map(({ manufacturer }) => manufacturer);
  return Array.from({ length: count }, () => {
    const pool = random(16) === 0 ? filed : busiest;
    const manufacturer = pool[random(pool.length)];
    const filing = manufacturer?.filings[random(manufacturer.filings.length)];
    if (manufacturer === undefined || filing === undefined) return '';
    return inventVin(dataset, manufacturer, filing, random);
  });
}

function countPatterns(dataset: Dataset): (manufacturer: Manufacturer) => number {
  const counts = new Map<number, number>();
  const ofSchema = (schema: number): number => {
    const known = counts.get(schema);
    if (known !== undefined) return known;
    const count = filedKeysOf(dataset, schema).reduce((sum, { elements }) => sum + elements.length, 0);
    counts.set(schema, count);
    return count;
  };
  return ({ filings }) => filings.reduce((sum, { schema }) => sum + ofSchema(schema), 0);
}
