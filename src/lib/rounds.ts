/** Does a piece of work that never rejects: when it is asked to, or again and again, and never twice at once. */
export function createRounds(work: () => Promise<void>, everyMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  /** Resolves when what is under way, or was begun for it, is done. */
  const runOnce = (): Promise<void> => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    runOnce,
    /** Begins now; a process that has nothing else to do does not wait for the next round. */
    start(): void {
      void runOnce();
      timer ??= setInterval(runOnce, everyMs).unref();
    },
    /** Waits for what is under way. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
