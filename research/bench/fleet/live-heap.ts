import { z } from 'zod';

/** To be added to NODE_OPTIONS: a process then says where its inspector listens. */
export const INSPECTABLE = '--inspect=127.0.0.1:0';

const Result = z.object({ result: z.object({ result: z.object({ value: z.number() }) }) });

/** What a process needs of its heap, in bytes: what is left once everything was collected that nobody holds. */
export async function liveHeapOf({ output }: { output(): string }): Promise<number> {
  const address = /ws:\/\/\S+/.exec(output())?.[0];
  if (address === undefined) throw new Error('The process has no inspector');
  const socket = new WebSocket(address);
  const next = () => Promise.withResolvers<unknown>();
  let answered = next();
  socket.addEventListener('message', ({ data }) => answered.resolve(JSON.parse(String(data))));
  socket.addEventListener('error', () => answered.reject(new Error('The inspector does not answer')));
  socket.addEventListener('open', () => answered.resolve(undefined));
  await answered.promise;
  const ask = (method: string, params = {}) => {
    answered = next();
    socket.send(JSON.stringify({ id: 1, method, params }));
    return answered.promise;
  };
  try {
    // What is freed by the first time may hold what only the second frees.
    for (let time = 0; time < 2; time++) await ask('HeapProfiler.collectGarbage');
    const used = await ask('Runtime.evaluate', { expression: 'process.memoryUsage().heapUsed' });
    return Result.parse(used).result.result.value;
  } finally {
    socket.close();
  }
}
