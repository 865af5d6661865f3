/** For who writes datasets: what the engine reads, as it reads it. Changes with the format, also in small versions. */
export { CONTAINER_MAGIC, type DatasetHeader, type ElementInfo } from './container.ts';
export { ELEMENT, isNote, isSetElsewhere } from './items.ts';
export { compileKey } from './key-table.ts';
