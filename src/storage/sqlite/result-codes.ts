/** Some of the primary result codes of SQLite. */
export const BUSY = 5;
export const FULL = 13;

/** The primary result code of an error; undefined for those that are not SQLite's. */
export function resultCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
