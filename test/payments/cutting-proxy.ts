import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy extends AsyncDisposable {
  url: string;
  /** Asked for each piece of what comes back: after how many of its bytes the line breaks, if it does. */
  cutWithin: (bytes: number) => number | undefined;
  cuts: () => number;
}

/** Passes bytes on and resets connections in the middle of what comes back, as a bad line does. */
export async function startCuttingProxy(ports: readonly number[]): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let cuts = 0;
  let connections = 0;
  const server = createServer((near) => {
    const far = connect(ports[connections++ % ports.length] ?? 0, '127.0.0.1');
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => sockets.delete(socket));
    }
    near.pipe(far);
    near.on('close', () => far.destroy());
    far.on('data', (chunk: Buffer) => {
      const left = proxy.cutWithin(chunk.length);
      if (left === undefined) {
        near.write(chunk);
        return;
      }
      cuts += 1;
      near.write(chunk.subarray(0, left), () => near.resetAndDestroy());
      far.resetAndDestroy();
    });
    far.on('end', () => near.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${address.port}`,
    cutWithin: () => undefined,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
