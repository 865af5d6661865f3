/** Milliseconds since 1970 as they were at the start of the process, counted on by a clock that nobody sets. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
