import { createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostgresStorage } from '../../../src/storage/postgres/open-postgres-storage.ts';
import { startBuyers } from '../../../test/fleet/buyers.ts';
import { journalOf, probe, startMember } from '../../../test/fleet/fleet.ts';
import { ask, crash, openPostgres, urlOf } from '../../../test/fleet/own-postgres.ts';
import { startStandIn } from '../../../test/fleet/stand-in.ts';
import { freePort } from '../../../test/free-port.ts';

/**
 * Four instances, each with a PostgreSQL of its own, behind a router by payer: what is sold, and what is lost when one
 * of the four databases crashes and comes back.
 *
 *     npm run load:ledgers -- --seconds 30
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } });
const LEDGERS = 4;
const TAKEN_AWAY = 1;
const partMs = (Number(values.seconds) * 1_000) / 3;

await using closing = new AsyncDisposableStack();
const servers = closing.use(await openPostgres());
const standIn = closing.use(await startStandIn());
const ledgers = await Promise.all(
  Array.from({ length: LEDGERS }, async (_, index) => {
    const [data, port] = [await servers.initialise(`ledger${index}`), await freePort()];
    const server = await servers.start(data, port);
    return { data, port, server, member: closing.use(await startMember(standIn, urlOf(port))) };
  }),
);
for (const { member } of ledgers) while ((await probe(member)) !== 200) await wait(100);

/** The address of the wallet that signed, or of nobody. */
function payerOf(header: string | string[] | undefined): string {
  const payment: { payload?: { authorization?: { from?: string } } } = JSON.parse(
    Buffer.from(String(header ?? 'e30='), 'base64').toString(),
  );
  return payment.payload?.authorization?.from ?? '0x0';
}

const ledgerOf = (payer: string): number => Number(BigInt(payer) % BigInt(LEDGERS));
const router = createServer((from, to) => {
  const { member } = ledgers[ledgerOf(payerOf(from.headers['payment-signature']))] ?? {};
  const passed = request(
    `${member?.url}${from.url}`,
    { method: from.method, headers: from.headers },
    (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    },
  );
  passed.once('error', () => to.destroy());
  from.pipe(passed);
});
await new Promise<void>((resolve) => router.listen(0, '127.0.0.1', resolve));
closing.defer(() => void router.closeAllConnections());
closing.defer(() => void router.close());
const address = router.address();
if (address === null || typeof address === 'string') throw new Error('No port was given');

const buyers = await startBuyers({
  urls: () => [`http://127.0.0.1:${address.port}`],
  count: 16,
  patienceMs: 180_000,
});
let seen = 0;
function tell(part: string): void {
  const sold = Array.from({ length: LEDGERS }, () => 0);
  for (const { payer } of buyers.bought.slice(seen)) sold[ledgerOf(payer)] = (sold[ledgerOf(payer)] ?? 0) + 1;
  seen = buyers.bought.length;
  console.log(`${part}: sold by each ledger ${sold.join(', ')}`);
}

await wait(partMs);
tell('all four');
const lost = ledgers[TAKEN_AWAY];
if (!lost) throw new Error('There is no such ledger');
await crash(lost.server);
await wait(partMs);
tell('one away');
await servers.start(lost.data, lost.port);
await wait(partMs);
tell('back again');
const bought = await buyers.stop();

const wrongs = [...buyers.wrongs];
for (const [index, { port }] of ledgers.entries()) {
  const [row] = await ask(port, 'SELECT COUNT(DISTINCT payer) AS payers FROM payments');
  await using storage = await openPostgresStorage({ url: urlOf(port) });
  const paid = [...standIn.paid.values()].filter(({ from }) => ledgerOf(from) === index);
  const holders = bought.filter(({ payer }) => ledgerOf(payer) === index);
  for (let left = 60; left > 0 && (await journalOf(storage)).length < paid.length; left--) await wait(1_000);
  const booked = (await journalOf(storage)).length;
  console.log(
    `ledger ${index}: ${paid.length} paid, ${holders.length} answered, ${booked} in the books, ${row?.payers} payers`,
  );
  if (paid.length !== holders.length || booked !== paid.length) wrongs.push(`ledger ${index} does not agree`);
}
console.log(wrongs.length === 0 ? 'Nothing lost, nothing twice.' : wrongs.join('\n'));
if (wrongs.length > 0) process.exitCode = 1;
