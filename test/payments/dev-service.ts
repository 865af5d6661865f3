import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { createContext } from '../../src/context.ts';
import type { DevPayments } from '../../src/payments/dev-chain/dev-payments.ts';

export interface DevService extends AsyncDisposable {
  url: string;
  /** Where the storage is. */
  folder: string;
  payments: DevPayments;
}

/** The real service with its private chain, both ready to sell. */
export async function startDevService(environment: Record<string, string> = {}): Promise<DevService> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-pay-'));
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
  const { devPayments } = context;
  if (!devPayments) throw new Error('Not in dev mode');
  await devPayments.ready;
  return {
    url: `http://127.0.0.1:${context.port}`,
    folder,
    payments: devPayments,
    async [Symbol.asyncDispose]() {
      await context[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
