import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { folderOfFile } from '../../../test/own-folder.ts';
import { dueAt } from '../../../test/storage/due-at.ts';
import type { PaymentState } from '../ledger-store.ts';
import type { LedgerStore } from '../sql/ledger.ts';
import { openSqliteStorage } from './open-sqlite-storage.ts';

const folder = folderOfFile();

const CLAIM_MS = 100;
const KEEP_MS = 500;
const MAX_HAND_OUTS = 2;

interface ModelRow {
  state: PaymentState;
  claim: string;
  claimedUntilMs: number;
  handOuts: number;
  answerUntilMs: number;
}

/** The rules of the ledger as a reader would write them down; time and rows are all there is. */
class Model {
  nowMs = 1_000_000;
  rows = new Map<string, ModelRow>();
  /** Settlements of each payment: never two. */
  settled = new Map<string, number>();
}

type Step = (model: Model, ledger: LedgerStore) => Promise<void>;

const key = (nonce: string) => ({ payer: 'p', nonce });

class Command implements fc.AsyncCommand<Model, LedgerStore> {
  readonly name: string;
  readonly step: Step;
  constructor(name: string, step: Step) {
    this.name = name;
    this.step = step;
  }
  check = () => true;
  run = (model: Model, ledger: LedgerStore) => this.step(model, ledger);
  toString = () => this.name;
}

const nonce = fc.constantFrom('n1', 'n2');
const claimName = fc.constantFrom('a', 'b', 'c');
const abandoned = (row: ModelRow, nowMs: number) => row.claimedUntilMs <= nowMs;

const commands = [
  fc.tuple(nonce, claimName).map(
    ([n, c]) =>
      new Command(`reserve ${n} for ${c}`, async (model, ledger) => {
        const row = model.rows.get(n);
        const claim = { claim: c, claimedUntilMs: model.nowMs + CLAIM_MS };
        const reserved = await ledger.reserve(
          {
            ...key(n),
            signatureDigest: 's',
            requestDigest: `r ${n}`,
            identifierDigest: undefined,
            requestId: undefined,
            resource: '/',
            asset: '0x1',
            network: 'eip155:8453',
            payTo: '0x2',
            amount: 1n,
            validBeforeSeconds: 1,
          },
          claim,
          model.nowMs,
        );
        expect(reserved.kind === 'reserved').toBe(row === undefined);
        const fresh = { state: 'reserved' as const, handOuts: 0, answerUntilMs: 0 };
        if (!row) model.rows.set(n, { ...claim, ...fresh });
        else if (row.state === 'reserved' && abandoned(row, model.nowMs)) model.rows.delete(n);
      }),
  ),
  fc.tuple(nonce, claimName).map(
    ([n, c]) =>
      new Command(`begin settlement of ${n} by ${c}`, async (model, ledger) => {
        const row = model.rows.get(n);
        const may = row?.state === 'reserved' && row.claim === c;
        const until = model.nowMs + CLAIM_MS;
        const began = await ledger.beginSettlement(
          key(n),
          { claim: c, claimedUntilMs: until },
          'answer',
          model.nowMs,
        );
        expect(began).toBe(may);
        if (row && may) Object.assign(row, { state: 'settling', claimedUntilMs: until });
      }),
  ),
  fc.tuple(nonce, claimName, claimName).map(
    ([n, previous, c]) =>
      new Command(`${c} takes settlement of ${n} from ${previous}`, async (model, ledger) => {
        const row = model.rows.get(n);
        const idle = row?.state === 'unknown' || (row?.state === 'settling' && abandoned(row, model.nowMs));
        const may = idle && row?.claim === previous;
        const claim = { claim: c, claimedUntilMs: model.nowMs + CLAIM_MS };
        expect(await ledger.claimSettlement(key(n), previous, claim, model.nowMs)).toBe(may);
        if (row && may) Object.assign(row, { state: 'settling', ...claim });
      }),
  ),
  fc.tuple(nonce, claimName).map(
    ([n, c]) =>
      new Command(`outcome of ${n} lost by ${c}`, async (model, ledger) => {
        const row = model.rows.get(n);
        const may = row?.state === 'settling' && row.claim === c;
        expect(await ledger.markUnknown(key(n), c, undefined, model.nowMs, model.nowMs)).toBe(may);
        if (row && may) row.state = 'unknown';
      }),
  ),
  nonce.map(
    (n) =>
      new Command(`${n} is settled`, async (model, ledger) => {
        const row = model.rows.get(n);
        const may = row?.state === 'settling' || row?.state === 'unknown';
        const answerUntilMs = model.nowMs + KEEP_MS;
        const mark = { transaction: '0x1', answerUntilMs, forgetAtMs: Number.MAX_SAFE_INTEGER };
        expect(await ledger.markSettled(key(n), mark, model.nowMs)).toBe(may);
        if (!row || !may) return;
        Object.assign(row, { state: 'settled', answerUntilMs });
        model.settled.set(n, (model.settled.get(n) ?? 0) + 1);
        expect(model.settled.get(n)).toBe(1);
      }),
  ),
  fc.tuple(nonce, claimName).map(
    ([n, c]) =>
      new Command(`${c} releases ${n}`, async (model, ledger) => {
        const row = model.rows.get(n);
        const may = row !== undefined && row.state !== 'settled' && row.claim === c;
        expect(await ledger.release(key(n), c)).toBe(may);
        if (may) model.rows.delete(n);
      }),
  ),
  nonce.map(
    (n) =>
      new Command(`hand ${n} out`, async (model, ledger) => {
        const row = model.rows.get(n);
        const may = row?.state === 'settled' && row.handOuts < MAX_HAND_OUTS;
        expect(await ledger.countHandOut(key(n), MAX_HAND_OUTS)).toBe(may);
        if (row && may) row.handOuts += 1;
      }),
  ),
  nonce.map(
    (n) =>
      new Command(`take a hand-out of ${n} back`, async (model, ledger) => {
        const row = model.rows.get(n);
        await ledger.takeBackHandOut(key(n));
        if (row && row.handOuts > 0) row.handOuts -= 1;
      }),
  ),
  fc.constantFrom(1, 60, 300).map(
    (ms) =>
      new Command(`${ms} ms pass`, async (model) => {
        model.nowMs += ms;
      }),
  ),
  fc.constant(
    new Command('look at everything', async (model, ledger) => {
      for (const n of ['n1', 'n2']) {
        const row = model.rows.get(n);
        const found = await ledger.find(key(n));
        expect(found && { state: found.state, claim: found.claim, handOuts: found.handOuts }).toEqual(
          row && { state: row.state, claim: row.claim, handOuts: row.handOuts },
        );
      }
      const unresolved = [...model.rows.values()].filter(
        (row) => row.state === 'unknown' || (row.state === 'settling' && abandoned(row, model.nowMs)),
      );
      expect(await ledger.findUnresolved(dueAt(model.nowMs), 9)).toHaveLength(unresolved.length);
    }),
  ),
];

it('does what its rules say, whatever the order of the steps', { timeout: 60_000 }, async () => {
  const file = join(folder, 'ledger.sqlite');
  await using storage = await openSqliteStorage({ file });
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (steps) => {
      database.exec('DELETE FROM payments');
      await fc.asyncModelRun(() => ({ model: new Model(), real: storage.ledger }), steps);
    }),
    { numRuns: 150 },
  );
});
