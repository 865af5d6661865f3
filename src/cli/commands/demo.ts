import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { DevPayments } from '../../payments/dev/dev-payments.ts';
import { SAMPLE_VIN } from '../../products/parameters.ts';

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description(
      'Start everything on this machine and buy a decoded VIN with the official client; no real money',
    )
    .option('--vin <vin>', 'the car to decode', SAMPLE_VIN)
    .action(({ vin }: { vin: string }) => runDemo(vin, (line) => process.stdout.write(`${line}\n`)));
}

async function runDemo(vin: string, write: (line: string) => void): Promise<void> {
  const [{ readConfig }, { Forecourt }, { requireDevPackages }] = await Promise.all([
    import('../../config/config.ts'),
    import('../../app.ts'),
    import('../../payments/dev/dev-payments.ts'),
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
    write("A private chain with the id of Base and Circle's USDC contract: no real money.\n");
    const url = `${publicUrl}/v1/decode?vin=${encodeURIComponent(vin)}`;
    await showPurchase({ url, payments, write });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ATOMIC_PER_USDC = 1_000_000;
const MAX_ANSWER_LINES = 12;

const usdc = (atomic: bigint | string) => `${(Number(atomic) / ATOMIC_PER_USDC).toFixed(6)} USDC`;
const indent = (text: string) => text.replace(/^/gm, '   ');

/** The client that the makers of x402 publish, not ours: who can pay us is for others to say. */
const OFFICIAL_CLIENT = ['@x402/fetch', '@x402/evm'] as const;

async function loadOfficialClient({ wallet }: DevPayments) {
  const [{ wrapFetchWithPayment, decodePaymentResponseHeader, x402Client, x402HTTPClient }, evm, accounts] =
    await Promise.all([import('@x402/fetch'), import('@x402/evm/exact/client'), import('viem/accounts')]);
  const scheme = new evm.ExactEvmScheme(accounts.privateKeyToAccount(wallet.privateKey));
  const client = new x402Client().register('eip155:*', scheme);
  return {
    payWith: wrapFetchWithPayment(fetch, client),
    readChallenge: ({ headers }: Response) =>
      new x402HTTPClient(client).getPaymentRequiredResponse((name) => headers.get(name)),
    readReceipt: ({ headers }: Response) =>
      decodePaymentResponseHeader(headers.get('PAYMENT-RESPONSE') ?? ''),
  };
}

/** Cuts an answer to the beginning of what is known: what is null says less to a reader than the room it takes. */
function excerpt(answer: unknown): string {
  const known = JSON.stringify(answer, (_, value: unknown) => (isKnown(value) ? value : undefined), 2);
  const lines = known.split('\n');
  const more = lines.length - MAX_ANSWER_LINES;
  return more <= 0
    ? lines.join('\n')
    : [...lines.slice(0, MAX_ANSWER_LINES), `  ... ${more} more lines of what is known`].join('\n');
}

function isKnown(value: unknown): boolean {
  if (value === null) return false;
  return typeof value !== 'object' || Array.isArray(value) || Object.values(value).some(isKnown);
}

interface Purchase {
  url: string;
  payments: DevPayments;
  write: (line: string) => void;
}

/** Buys one answer before everybody's eyes: the challenge, the payment, the answer, the receipt, the balances. */
export async function showPurchase({ url, payments, write }: Purchase): Promise<void> {
  await payments.ready;
  const { payWith, readChallenge, readReceipt } = await loadOfficialClient(payments);
  const balances = async () => ({
    payer: await payments.chain.balanceOf(payments.wallet.address),
    seller: await payments.chain.balanceOf(payments.payTo),
  });

  write('1. Ask without paying');
  write(`   GET ${url}`);
  const unpaid = await fetch(url);
  if (unpaid.status !== 402) throw new Error(`Expected to be asked for a payment, got ${unpaid.status}`);
  const required = readChallenge(unpaid);
  const [terms] = required.accepts;
  if (!terms) throw new Error('The challenge asks for nothing');
  write(
    `   ${unpaid.status} ${required.error}: ${usdc(terms.amount)} on ${terms.network}\n   to ${terms.payTo}`,
  );

  write('\n2. Pay with the official client, @x402/fetch');
  const before = await balances();
  write(`   wallet ${payments.wallet.address} holds ${usdc(before.payer)}`);
  const startedMs = performance.now();
  const paid = await payWith(url);
  const answer: unknown = await paid.json();
  const tookMs = Math.round(performance.now() - startedMs);
  if (paid.status !== 200)
    throw new Error(`The payment was answered with ${paid.status}: ${excerpt(answer)}`);
  write(`   ${paid.status} after ${tookMs} ms: challenge, signature, check, answer and settlement`);

  write('\n3. The answer');
  write(indent(excerpt(answer)));

  write('\n4. The receipt, and what it did on the chain');
  const receipt = readReceipt(paid);
  const after = await balances();
  write(`   transaction  ${receipt.transaction}`);
  write(`   payer        ${usdc(before.payer)} -> ${usdc(after.payer)}`);
  write(`   seller       ${usdc(before.seller)} -> ${usdc(after.seller)}`);
}
