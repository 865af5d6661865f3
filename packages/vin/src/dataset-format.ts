/** The format of datasets, for programs that write them. It changes also in small versions. */
export { CONTAINER_MAGIC, type DatasetHeader, type ElementInfo } from './container.ts';
export { ELEMENT, isNote, isSetElsewhere } from './elements.ts';
export { compileKey } from './key-table.ts';
