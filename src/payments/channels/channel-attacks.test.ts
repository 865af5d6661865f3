import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBuyer } from '../../../test/payments/channel-buyer.ts';
import {
  type ChannelShop,
  openStreet,
  skipped,
  startChannelChain,
} from '../../../test/payments/channel-shop.ts';
import { fromHeader } from '../../../test/payments/wallet.ts';
import { withStorage } from '../../../test/storage/with-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import type { DevChain } from '../dev/dev-chain.ts';
import type { Hex } from '../evm/encoding.ts';

const CENT = 10_000n;
const DEPOSIT = 30_000n;
const OUT_OF_STEP = 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
const charged = { kind: 'answer', charged: true };

type Buyer = ReturnType<typeof openBuyer>;
/** A payment by a channel, read from its header, with any part bent. */
interface Sent {
  accepted: object;
  payload: {
    type: string;
    channelConfig: Record<string, unknown>;
    voucher: Record<string, unknown>;
    deposit?: { amount: string; authorization: { erc3009Authorization: Record<string, unknown> } };
  };
}

let chain: DevChain;
beforeAll(async () => {
  if (!skipped) chain = await startChannelChain();
});
afterAll(async () => chain?.[Symbol.asyncDispose]());

describe.skipIf(skipped)(`attacks on channels${skipped}`, () => {
  let storage: Storage;
  let street: Awaited<ReturnType<typeof openStreet>>;
  let shop: ChannelShop;
  /** Has bought one call, and has deposited for two more. */
  let buyer: Buyer;
  beforeEach(async () => {
    storage = await withStorage('sqlite');
    street = await openStreet(chain, storage);
    shop = street.open();
    buyer = await open();
    expect(await buy(buyer.pay(0n, true))).toMatchObject(charged);
  });
  afterEach(async () => {
    shop[Symbol.dispose]();
    street[Symbol.dispose]();
    await storage[Symbol.asyncDispose]();
  });

  let calls = 0;
  const buy = (header: string, request = `call ${calls++}`) =>
    shop.buy(fromHeader(header) as object, { request });
  const termsOf = (at: ChannelShop) => at.offer.channel?.() ?? expect.fail('No channel is offered');
  async function open(
    funds = 1_000_000n,
    options: Parameters<typeof openBuyer>[2] = {},
    at = shop,
  ): Promise<Buyer> {
    const opened = openBuyer(termsOf(at), DEPOSIT, options);
    if (funds > 0n) await chain.mint(lower(opened.address), funds);
    return opened;
  }
  const bend = (header: string, change: (sent: Sent) => void): string => {
    const sent = fromHeader(header) as unknown as Sent;
    change(sent);
    return Buffer.from(JSON.stringify(sent)).toString('base64');
  };
  /** Nothing is computed, charged or brought to the chain for it. */
  async function refuses(header: string, outcome: object, request?: string): Promise<void> {
    const before = [street.computed(), await storage.channels.unclaimed(), await storage.channels.moves()];
    expect(await buy(header, request)).toMatchObject(outcome);
    expect([street.computed(), await storage.channels.unclaimed(), await storage.channels.moves()]).toEqual(
      before,
    );
  }
  const refused = (reason: string) => ({ kind: 'challenge', reason });

  describe('by vouchers that are good, and not for this', () => {
    test('used again for another request', () => refuses(buyer.pay(0n), refused(OUT_OF_STEP)));
    test('of a sum that skips a call', () => refuses(buyer.pay(2n * CENT), refused(OUT_OF_STEP)));
    test('of a sum that is less than a call more', () => refuses(buyer.pay(CENT - 1n), refused(OUT_OF_STEP)));
    test('of a sum that is more than a call more', () => refuses(buyer.pay(CENT + 1n), refused(OUT_OF_STEP)));
    test('of the greatest sum there is', () =>
      refuses(buyer.pay(2n ** 128n - 1n - CENT), refused('payment_invalid')));
    test('of a sum that no number holds', () => refuses(buyer.pay(2n ** 64n), refused('payment_invalid')));
    test('beyond what the channel holds', async () => {
      await buy(buyer.pay(CENT));
      await buy(buyer.pay(2n * CENT));
      await refuses(buyer.pay(3n * CENT), refused('insufficient_funds'));
    });
    test('of a channel that was never opened', async () =>
      refuses((await open()).pay(0n), refused('insufficient_funds')));
    test('of a channel that was never opened, for a later call', async () =>
      refuses((await open()).pay(CENT), refused(OUT_OF_STEP)));
    test('for another chain', async () => {
      const other = await open(0n, { domain: { chainId: 84_532 } });
      await refuses(other.pay(0n), refused('invalid_signature'));
    });
    test('for another contract', async () => {
      const other = await open(0n, { domain: { verifyingContract: `0x${'12'.repeat(20)}` } });
      await refuses(other.pay(0n), refused('invalid_signature'));
    });
    test('for another version of the contract', async () => {
      const other = await open(0n, { domain: { version: '2' } });
      await refuses(other.pay(0n), refused('invalid_signature'));
    });
    test('of somebody else, in the name of this channel', async () => {
      const { voucher } = (fromHeader((await open()).pay(CENT)) as unknown as Sent).payload;
      const header = bend(buyer.pay(CENT), ({ payload }) => {
        payload.voucher.signature = voucher.signature;
      });
      await refuses(header, refused('invalid_signature'));
    });
    test('with the other of the two signatures that a key has', async () => {
      const header = bend(buyer.pay(CENT), ({ payload }) => {
        payload.voucher.signature = twin(String(payload.voucher.signature));
      });
      await refuses(header, refused('invalid_signature'));
    });
    test('of a contract wallet', async () => {
      const wallet = await open(1_000_000n, { payerAuthorizer: `0x${'0'.repeat(40)}` });
      await refuses(wallet.pay(0n, true), refused('channel_wallet_unsupported'));
    });
    test('of a channel whose key is in the name of another payer: it opens none of their answers', async () => {
      await buy(buyer.pay(CENT), 'what they bought');
      const thief = await open(0n, { payer: buyer.address });
      await refuses(thief.pay(0n), refused('insufficient_funds'), 'what they bought');
    });
    test.each([
      ['its payer may empty sooner', { withdrawDelay: 900 }],
      ['somebody else may close', { receiverAuthorizer: `0x${'12'.repeat(20)}` as const }],
    ])('of a channel that %s', async (_who, options) => {
      await refuses((await open(0n, options)).pay(0n), refused('payment_invalid'));
    });
    test('of another service with the same seller', async () => {
      await using theirs = await withStorage('sqlite');
      using other = await openStreet(chain, theirs, undefined, street.payTo);
      using there = other.open();
      const customer = await open(1_000_000n, {}, there);
      await refuses(customer.pay(0n, true), refused('payment_invalid'));
    });
  });

  describe('by deposits', () => {
    const withDeposit = (change: (deposit: NonNullable<Sent['payload']['deposit']>) => void) => async () =>
      bend((await open()).pay(0n, true), ({ payload }) => payload.deposit && change(payload.deposit));

    test.each<[string, () => Promise<string>, string]>([
      [
        'of nothing',
        async () => (await open(1_000_000n, { deposit: 0n })).pay(0n, true),
        'insufficient_funds',
      ],
      [
        'of less than the call',
        async () => (await open(1_000_000n, { deposit: 1n })).pay(0n, true),
        'insufficient_funds',
      ],
      [
        'of more than the wallet holds',
        async () => (await open(DEPOSIT - 1n)).pay(0n, true),
        'insufficient_funds',
      ],
      ['of a wallet that holds nothing', async () => (await open(0n)).pay(0n, true), 'insufficient_funds'],
      [
        'of more than was signed',
        withDeposit((deposit) => {
          deposit.amount = '40000';
        }),
        'invalid_signature',
      ],
      [
        'of less than was signed',
        withDeposit((deposit) => {
          deposit.amount = '20000';
        }),
        'invalid_signature',
      ],
      [
        'that have expired',
        withDeposit(({ authorization }) => {
          authorization.erc3009Authorization.validBefore = '1';
        }),
        'payment_expired',
      ],
      [
        'that are not good yet',
        withDeposit(({ authorization }) => {
          authorization.erc3009Authorization.validAfter = '9999999999';
        }),
        'payment_not_yet_valid',
      ],
      [
        'for another channel',
        withDeposit(({ authorization }) => {
          authorization.erc3009Authorization.salt = `0x${'12'.repeat(32)}`;
        }),
        'invalid_signature',
      ],
      [
        'that somebody else signed',
        withDeposit(({ authorization }) => {
          authorization.erc3009Authorization.signature = `0x${'12'.repeat(64)}1b`;
        }),
        'invalid_signature',
      ],
    ])('%s', async (_which, make, reason) => refuses(await make(), refused(reason)));

    test('that were made already buy no more than they hold', async () => {
      const header = buyer.pay(CENT, true);
      expect(await buy(header)).toMatchObject(charged);
      const again = bend(buyer.pay(2n * CENT), ({ payload }) => {
        const { deposit } = (fromHeader(header) as unknown as Sent).payload;
        Object.assign(payload, { type: 'deposit', deposit });
      });
      expect(await buy(again)).toMatchObject(charged);
      expect((await storage.channels.moves()).filter(({ kind }) => kind === 'deposit')).toHaveLength(2);
    });
    test('whose money is gone when they are sent: nothing is charged, and it is not tried for ever', async () => {
      const poor = await open();
      const compute = async () => {
        await chain.rpc.call('anvil_impersonateAccount', [poor.address]);
        await chain.rpc.call('anvil_setBalance', [poor.address, '0xde0b6b3a7640000']);
        const data = `0xa9059cbb${'0'.repeat(60)}beef${(1_000_000).toString(16).padStart(64, '0')}`;
        await chain.rpc.call('eth_sendTransactionSync', [
          { from: poor.address, to: termsOf(shop).asset, data },
        ]);
        return { body: {}, charge: true };
      };
      const before = await storage.channels.unclaimed();
      const send = () => shop.buy(fromHeader(poor.pay(0n, true)) as object, { request: 'poor', compute });
      for (let attempt = 0; attempt < 3; attempt++) {
        expect(await send()).toMatchObject(refused('insufficient_funds'));
        await chain.mint(lower(poor.address), 1_000_000n);
      }
      const computed = street.computed();
      expect(await send()).toMatchObject({ kind: 'failure', failure: { code: 'rate_limited' } });
      expect(street.computed()).toBe(computed);
      expect(await storage.channels.unclaimed()).toBe(before);
    });
  });

  describe('by refunds', () => {
    const refund = (header: string, more: object = {}) =>
      bend(header, ({ payload }) => void Object.assign(payload, { type: 'refund', ...more }));

    test('of more than is left', () =>
      refuses(refund(buyer.pay(0n), { amount: '20001' }), refused('insufficient_funds')));
    test('of nothing', () => refuses(refund(buyer.pay(0n), { amount: '0' }), refused('insufficient_funds')));
    test('by a voucher that was not charged', () => refuses(refund(buyer.pay(CENT)), refused(OUT_OF_STEP)));
    test('by an older voucher', async () => {
      await buy(buyer.pay(CENT));
      await refuses(refund(buyer.pay(0n)), refused(OUT_OF_STEP));
    });
    test('of a channel that was never opened', async () =>
      refuses(refund((await open()).pay(0n)), refused(OUT_OF_STEP)));
    test('by somebody else', async () => {
      const { voucher } = (fromHeader((await open()).pay(0n)) as unknown as Sent).payload;
      const header = bend(refund(buyer.pay(0n)), ({ payload }) => {
        payload.voucher.signature = voucher.signature;
      });
      await refuses(header, refused('invalid_signature'));
    });
    test('twice at once: it goes back once', async () => {
      const outcomes = await Promise.all([1, 2].map(() => buy(refund(buyer.pay(0n)))));
      expect(outcomes.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
      expect((await storage.channels.moves()).filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    });
    test('while a call is made: one of the two is not done', async () => {
      const [call, back] = await Promise.all([buy(buyer.pay(CENT)), buy(refund(buyer.pay(0n)))]);
      expect([call.kind, back.kind].sort()).toEqual(['answer', 'challenge']);
      const [channel] = await storage.channels.all();
      expect(BigInt(channel?.balance ?? 0)).toBeGreaterThanOrEqual(
        BigInt(channel?.chargedCumulativeAmount ?? 0),
      );
    });
  });
});

const lower = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`;

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The same signature in the upper half. */
function twin(signature: string): string {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`;
}
