import { setFlagsFromString } from 'node:v8';

const GROWTH_PERCENT = 60;

/**
 * Has V8 look for garbage when the heap has grown by so much since the last time. By itself it waits for four times as
 * much where memory is plenty, and keeps what it once had. Holds for threads started later as well.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
