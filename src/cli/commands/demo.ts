import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';

/** An invented serial number of a 2013 Hyundai Elantra, the car of the free samples. */
const DEMO_VIN = '5NPDH4AE8DH100013';

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description(
      'Start everything on this machine and buy a decoded VIN with the official client; no real money',
    )
    .option('--vin <vin>', 'the car to decode', DEMO_VIN)
    .action(async ({ vin }: { vin: string }) => {
      await runDemo(vin, (line) => process.stdout.write(`${line}\n`));
    });
}

async function runDemo(vin: string, write: (line: string) => void): Promise<void> {
  const [{ readConfig }, { Forecourt }, { requireDevPackages }, { OFFICIAL_CLIENT, showPurchase }] =
    await Promise.all([
      import('../../config/config.ts'),
      import('../../app.ts'),
      import('../../payments/dev/dev-payments.ts'),
      import('../show-purchase.ts'),
    ]);
  requireDevPackages(OFFICIAL_CLIENT);
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-demo-'));
  try {
    // Given in full, so that no variable of a live service reaches the demo.
    const config = readConfig({
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SAMPLES_REFRESH: 'off',
      DECODER: 'embedded',
    });
    await using forecourt = Forecourt.create(config);
    const { publicUrl } = await forecourt.serve();
    const { devPayments: payments } = await forecourt.parties();
    if (!payments) throw new Error('The demo pays only where payments are not real');
    write('A private chain with the id of Base and the USDC contract of Circle. No real money.\n');
    const url = `${publicUrl}/v1/decode?vin=${encodeURIComponent(vin)}`;
    await showPurchase({ url, payments, write });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
