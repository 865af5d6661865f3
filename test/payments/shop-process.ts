import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ShopSettings } from './shop-server.ts';

const PROGRAM = fileURLToPath(new URL('./shop-server.ts', import.meta.url));

export interface ShopProcess extends AsyncDisposable {
  url: string;
  /** kill -9, and the same shop again on the same port. */
  killAndRestart(): Promise<void>;
  kills: () => number;
}

/** Resolves once the shop answers. */
export async function startShop(settings: Omit<ShopSettings, 'port'>): Promise<ShopProcess> {
  const port = await freePort();
  let kills = 0;
  let shop = await run({ ...settings, port });
  return {
    url: `http://127.0.0.1:${port}`,
    kills: () => kills,
    async killAndRestart() {
      kills += 1;
      await kill(shop);
      shop = await run({ ...settings, port });
    },
    [Symbol.asyncDispose]: () => kill(shop),
  };
}

async function run(settings: ShopSettings): Promise<ChildProcess> {
  const shop = spawn(process.execPath, [PROGRAM, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(shop.stdout, 'data'),
    once(shop, 'exit').then(([code]) => Promise.reject(new Error(`The shop ended with code ${code}`))),
  ]);
  return shop;
}

async function kill(shop: ChildProcess): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return;
  const exited = once(shop, 'exit');
  shop.kill('SIGKILL');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}
