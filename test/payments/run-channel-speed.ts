import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { withPostgres } from '../postgres.ts';
import { withStorage } from '../storage/with-storage.ts';
import { openBuyer } from './channel-buyer.ts';
import { openStreet, startChannelChain } from './channel-shop.ts';
import { fromHeader, newWallet, signPayment } from './wallet.ts';

// node test/payments/run-channel-speed.ts: calls by 32 channels at once and by transfers, on each storage.
const CHANNELS = 32;
const CALLS = 150;
const TRANSFERS = 10;
const CENT = 10_000n;
const body = { answer: 'x'.repeat(2_500) };
const compute = async () => ({ body, charge: true });

await using chain = await startChannelChain();
await using database = await withPostgres();
await measure('SQLite', await withStorage('sqlite'));
await measure(
  'PostgreSQL, statements prepared',
  await openPostgresStorage({ url: database.url, prepareStatements: true }),
);

async function measure(name: string, opened: Storage): Promise<void> {
  await using storage = opened;
  using street = await openStreet(chain, storage);
  using shop = street.open();
  const { offer } = shop;
  const accepted = offer.channel?.();
  if (!accepted) throw new Error('No channel is offered');
  const buy = async (payment: object, request: string) => {
    const { kind } = await shop.buy(payment, { request, compute });
    if (kind !== 'answer') throw new Error(`${kind} for ${request}`);
  };
  const buyers = Array.from({ length: CHANNELS }, () => openBuyer(accepted, 10_000_000n));
  const wallets = Array.from({ length: CHANNELS }, newWallet);
  for (const { address } of [...buyers, ...wallets])
    await chain.mint(`0x${address.slice(2).toLowerCase()}`, 20_000_000n);
  const vouchers = buyers.map((buyer) =>
    Array.from(
      { length: CALLS + 1 },
      (_, at) => fromHeader(buyer.pay(BigInt(at) * CENT, at === 0)) as object,
    ),
  );
  const transfers = await Promise.all(
    wallets.map((wallet) => Promise.all(Array.from({ length: TRANSFERS }, () => signPayment(wallet, offer)))),
  );
  await time(
    `${name}, deposits`,
    vouchers.map(([deposit = {}]) => [deposit]),
  );
  await time(
    `${name}, vouchers`,
    vouchers.map((all) => all.slice(1)),
  );
  await time(`${name}, transfers`, transfers);

  /** Each list one payment after another, all lists at once. */
  async function time(what: string, lists: object[][]): Promise<void> {
    const [startedMs, processor] = [performance.now(), process.cpuUsage()];
    await Promise.all(
      lists.map(async (list, buyer) => {
        for (const [at, payment] of list.entries()) await buy(payment, `${what} ${buyer} ${at}`);
      }),
    );
    const [ms, { user, system }] = [performance.now() - startedMs, process.cpuUsage(processor)];
    const calls = lists.flat().length;
    const each = ((user + system) / 1_000 / calls).toFixed(2);
    process.stdout.write(
      `${what}: ${((calls / ms) * 1_000).toFixed(0)} a second, ${each} ms of processor each\n`,
    );
  }
}
