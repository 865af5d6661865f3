import { expect, test } from 'vitest';
import { pay } from '../../../test/payments/checked.ts';
import { anOffer } from '../../../test/payments/offer.ts';
import { newWallet } from '../../../test/payments/wallet.ts';
import type { Chain, TransferInTransaction } from '../evm/chain.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Facilitator, FacilitatorEvent, Settlement } from './facilitator.ts';
import { proveSettlements } from './guarded.ts';

const transaction: Hex = `0x${'ab'.repeat(32)}`;
const settled: Settlement = { kind: 'settled', transaction };
const paid: TransferInTransaction = { kind: 'paid', transaction, depth: 0 };
const payment = await pay(newWallet(), anOffer());

async function settle(findTransfer: Chain['findTransfer'], says: Settlement = settled, deadlineMs = 60) {
  const events: FacilitatorEvent[] = [];
  const facilitator: Facilitator = {
    verify: async () => ({ kind: 'valid' }),
    settle: async () => says,
    support: async () => ({ ready: true }),
  };
  const proved = proveSettlements({
    facilitator,
    chain: { findTransfer },
    notify: (event) => events.push(event),
    deadlineMs,
    pollMs: 5,
    nodeTimeoutMs: 50,
  });
  return { settlement: await proved.settle(payment), events };
}

const doubted = {
  settlement: { kind: 'unknown' },
  events: [{ event: 'settlement_doubted', doubt: 'transaction' }],
};

test('a settlement that the node shows counts', async () => {
  expect(await settle(async () => paid)).toEqual({ settlement: settled, events: [] });
});

test('one whose transaction does something else is an open outcome', async () => {
  expect(await settle(async () => ({ kind: 'other' }))).toEqual(doubted);
});

test('one whose transaction the node does not know is an open outcome, for it may come yet', async () => {
  const settlement = { kind: 'unknown', transaction };
  expect(await settle(async () => ({ kind: 'missing' }))).toEqual({ ...doubted, settlement });
});

test('a node may hear of it a little later', async () => {
  const answers: TransferInTransaction[] = [{ kind: 'missing' }, { kind: 'missing' }];
  expect((await settle(async () => answers.shift() ?? paid, settled, 10_000)).settlement).toEqual(settled);
});

test.each<[string, Chain['findTransfer']]>([
  ['is down', () => Promise.reject(new Error('down'))],
  ['is silent', () => new Promise(() => {})],
])('a node that %s does not stop a sale: the audit looks later', async (_name, findTransfer) => {
  expect(await settle(findTransfer)).toEqual({ settlement: settled, events: [] });
});

test('what is not settled is not looked for', async () => {
  const says: Settlement = { kind: 'failed', reason: 'insufficient_funds' };
  const findTransfer = () => Promise.reject(new Error('asked'));
  expect((await settle(findTransfer, says)).settlement).toEqual(says);
});
