import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import type { Overrides } from '../src/parts.ts';
import type { DevPayments } from '../src/payments/dev/dev-payments.ts';

export interface RunningService extends AsyncDisposable {
  url: string;
  port: number;
  /** The folder of the storage, unless the environment says another place. */
  folder: string;
  /** Only where payments are not real; the chain may still be starting. */
  devPayments: DevPayments | undefined;
  get(path: string, init?: RequestInit): Promise<Response>;
}

/** The real service in this process, on a free port and a storage of its own; parts may be given in place of its own. */
export async function runService(
  environment: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-test-'));
  const forecourt = Forecourt.create(
    readConfig({
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SAMPLES_REFRESH: 'off',
      DECODER: 'embedded',
      RECORDED_WORLD: 'off',
      ...environment,
    }),
    overrides,
  );
  const { port } = await serveOrClose(forecourt);
  const { devPayments } = await forecourt.parties();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    folder,
    devPayments,
    get: (path, init) => fetch(`${url}${path}`, init),
    async [Symbol.asyncDispose]() {
      await forecourt[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when everything that is sold can be bought. */
export async function whenReady({ get }: Pick<RunningService, 'get'>): Promise<void> {
  for (;;) {
    const health = (await (await get('/health')).json()) as { payments: { ready: boolean } };
    if (health.payments.ready) return;
    await wait(50);
  }
}

/** A service that cannot be started leaves nothing open. */
async function serveOrClose(forecourt: Forecourt) {
  try {
    return await forecourt.serve();
  } catch (error) {
    await forecourt[Symbol.asyncDispose]();
    throw error;
  }
}
