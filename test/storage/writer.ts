import { writeSync } from 'node:fs';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';

/** Writes until it is killed, and prints the number of each write once it is acknowledged. */
const [kind, place = '', round = '0'] = process.argv.slice(2);
const storage = await (kind === 'sqlite'
  ? openSqliteStorage({ file: place })
  : openPostgresStorage({ url: place }));

async function write(writer: number, nonce: string): Promise<void> {
  const nowMs = Date.now();
  const key = { payer: `writer ${writer}`, nonce };
  const claim = { claim: `${writer} ${nonce}`, claimedUntilMs: nowMs + 1_000 };
  const binding = {
    signatureDigest: nonce,
    requestDigest: nonce,
    identifierDigest: undefined,
    requestId: nonce,
    resource: '/v1/thing',
    asset: '0x1',
    network: 'eip155:8453',
    payTo: '0x2',
    amount: 10_000n,
    validBeforeSeconds: 1,
  };
  const step = (name: string) => print(`${key.payer}|${nonce}|${name}\n`);
  await storage.ledger.reserve({ ...key, ...binding }, claim, nowMs);
  step('reserved');
  await storage.ledger.beginSettlement(key, claim, `answer ${nonce}`.padEnd(2_000, '.'), nowMs);
  step('settling');
  const settled = {
    transaction: `0x${nonce}`,
    handedOut: true,
    answerUntilMs: nowMs + 600_000,
    forgetAtMs: nowMs * 2,
  };
  await storage.ledger.markSettled(key, settled, nowMs);
  step('settled');
  await storage.cache.put(nonce, { value: nonce, storedAtMs: 0, freshUntilMs: 1, staleUntilMs: nowMs * 2 });
  step('cached');
}

/** At once, so that nothing that was acknowledged is left unsaid; a full pipe has to be waited for. */
function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

async function writeOn(writer: number): Promise<void> {
  for (let index = 0; ; index++) await write(writer, `${round}-${index}`);
}
await Promise.all([0, 1, 2, 3].map(writeOn));
