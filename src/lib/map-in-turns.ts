import { setImmediate as nextTurn } from 'node:timers/promises';

const AT_ONCE = 500;

/** Maps a long list so that whatever else waits has its turn now and again. */
export async function mapInTurns<From, To>(list: readonly From[], map: (one: From) => To): Promise<To[]> {
  const mapped: To[] = [];
  for (let start = 0; start < list.length; start += AT_ONCE) {
    if (start > 0) await nextTurn();
    for (const one of list.slice(start, start + AT_ONCE)) mapped.push(map(one));
  }
  return mapped;
}
