import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import type { ShopSettings } from './shop-server.ts';

const PROGRAM = fileURLToPath(new URL('./shop-server.ts', import.meta.url));

/** A shop's word on its ledger: rows in each state, settlements that are not final, payers of dropped ones. */
interface LedgerState {
  reserved: number;
  settling: number;
  unknown: number;
  settled: number;
  unaudited: number;
  dropped: string[];
}

export interface ShopProcess extends AsyncDisposable {
  url: string;
  /** kill -9, and the same shop again on the same port. */
  killAndRestart(): Promise<void>;
  kills: () => number;
  ledger(): Promise<LedgerState>;
  /** Resolves when the shop runs, at once unless it is being restarted. */
  up(): Promise<void>;
}

/** Resolves once the shop answers. */
export async function startShop(settings: Omit<ShopSettings, 'port'>): Promise<ShopProcess> {
  const port = await freePort();
  let kills = 0;
  let shop = await run({ ...settings, port });
  let restarting = Promise.resolve();
  return {
    url: `http://127.0.0.1:${port}`,
    kills: () => kills,
    killAndRestart() {
      kills += 1;
      restarting = kill(shop).then(async () => {
        shop = await run({ ...settings, port });
      });
      return restarting;
    },
    ledger: async () => (await (await fetch(`http://127.0.0.1:${port}/ledger`)).json()) as LedgerState,
    up: () => restarting,
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
