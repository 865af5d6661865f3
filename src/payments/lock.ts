/** Runs what it is given one after another, in the order of the calls. */
export function createLock() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run);
    last = result.catch(() => {});
    return result;
  };
}
