import type { Dataset } from './dataset.ts';
import type { FoundItems } from './found-items.ts';
import { ELEMENT, type ItemSource } from './items.ts';
import type { Wmi } from './wmi-table.ts';

const PRIORITY = 100;

/** What is registered with the manufacturer's code, and the year. */
export function addRegisteredItems(dataset: Dataset, wmi: Wmi, year: number | null, found: FoundItems): void {
  const type = dataset.vehicleTypeName(wmi.vehicleType);
  if (type !== undefined) offer(ELEMENT.vehicleType, 'manufacturer code', type, wmi.vehicleType);
  if (wmi.manufacturer !== undefined) {
    const name = dataset.strings.at(wmi.manufacturer);
    offer(ELEMENT.manufacturer, 'manufacturer code', name, name);
  }
  if (year !== null) offer(ELEMENT.modelYear, 'model year', String(year), String(year));

  function offer(element: number, source: ItemSource, value: string, attribute: number | string): void {
    found.offer({ element, attribute, value, source, priority: PRIORITY, key: -1, schema: -1, level: 0 });
  }
}
