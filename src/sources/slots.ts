/** Lets a bounded number of calls run at a time; the others wait in line. */
export function createSlots(limit: number) {
  let free = limit;
  const line: Array<() => void> = [];

  function once(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = line.shift();
      if (next) next();
      else free += 1;
    };
  }

  return {
    /** Resolves when a slot is free; the returned function gives it back and may be called once or more. */
    take(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve(once());
        };
        const leave = () => {
          line.splice(line.indexOf(enter), 1);
          reject(signal.reason);
        };
        line.push(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
