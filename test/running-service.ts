import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config/config.ts';
import { createContext } from '../src/context.ts';
import type { DevPayments } from '../src/payments/dev-chain/dev-payments.ts';

export interface RunningService extends AsyncDisposable {
  url: string;
  port: number;
  /** Where the storage is, unless the environment says another place. */
  folder: string;
  /** Only where payments are not real; the chain may still be starting. */
  devPayments: DevPayments | undefined;
  get(path: string, init?: RequestInit): Promise<Response>;
}

/** The real service in this process, on a free port and a storage of its own. */
export async function runService(environment: Record<string, string> = {}): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-test-'));
  const context = await createContext(
    readConfig({
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SAMPLES_REFRESH: 'off',
      DECODER: 'embedded',
      ...environment,
    }),
  );
  const url = `http://127.0.0.1:${context.port}`;
  return {
    url,
    port: context.port,
    folder,
    devPayments: context.devPayments,
    get: (path, init) => fetch(`${url}${path}`, init),
    async [Symbol.asyncDispose]() {
      await context[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
