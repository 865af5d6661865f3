import type { VpicTables } from './tables.ts';

/** What the manufacturers' filings speak of. */
interface Filings {
  /** Elements that some row states. */
  elements: ReadonlySet<number>;
  /** Date of the newest row, in microseconds. */
  newest: number;
}

/** Rows that no decode can reach, because their manufacturer codes were never made public, do not count: others than NHTSA add such. */
export function surveyFilings({ wmis, links, patterns, specSchemas }: VpicTables): Filings {
  const publicWmis = new Set(wmis.filter((wmi) => wmi.publicSinceDay !== null).map((wmi) => wmi.id));
  const schemas = new Set(links.filter((link) => publicWmis.has(link.wmi)).map((link) => link.schema));
  const elements = new Set<number>();
  let newest = 0;
  const count = (element: number, changedOn: number): void => {
    elements.add(element);
    if (changedOn > newest) newest = changedOn;
  };
  for (const [row, schema] of patterns.schema.entries()) {
    if (schemas.has(schema)) count(patterns.element[row] ?? 0, patterns.changedOn[row] ?? 0);
  }
  for (const schema of specSchemas) {
    for (const { rows } of schema.patterns) {
      for (const { element, changedOn, isKey } of rows) if (!isKey) count(element, changedOn ?? 0);
    }
  }
  return { elements, newest };
}
