import { steadyNow } from '../../lib/clock.ts';
import { encodeCall, type Hex, hex } from '../evm/encoding.ts';
import { NodeError, type Rpc } from '../evm/rpc.ts';

/** Chainlink's price of ETH in dollars on Base, with eight decimals. */
const ETH_PRICE_FEED: Hex = '0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70';
/** Where there is no feed, as on a private chain: rather too much than too little. */
const ETH_PRICE_WITHOUT_FEED = 4_000n * 10n ** 8n;
/** Of the network itself: the fee for the data of a transaction, which is not in the price of its gas. */
const DATA_FEE_ORACLE: Hex = '0x420000000000000000000000000000000000000f';
/** As long as a settlement, of bytes that do not compress. */
const SETTLEMENT_BYTES = 450n;
/** A settlement to a payee who has USDC takes 86,000, to a fresh one 103,000. */
const GAS_OF_SETTLEMENT = 103_000n;

const WEI_PER_ETH = 10n ** 18n;
/** Of the price in USDC (six decimals) and of the feed (eight). */
const UNIT_DIFFERENCE = 100n;
const SHARE_DIGITS = 10_000n;
const KNOWN_FOR_MS = 60_000;

/** Reads one number of a contract; `undefined` where there is no such contract, or it does not say. */
async function readNumber(rpc: Rpc, to: Hex, data: Hex): Promise<bigint | undefined> {
  const asking = rpc.call('eth_call', [{ to, data }, 'latest']);
  const answer = hex.parse(
    await asking.catch((error: unknown) => {
      if (error instanceof NodeError && error.kind === 'rejected') return '0x';
      throw error;
    }),
  );
  return answer === '0x' ? undefined : BigInt(answer);
}

/**
 * The most that a unit of gas may cost, so that a settlement takes no more than its share of what is sold: by the price
 * of ETH, and less the fee for the data.
 */
export function createGasCeiling(rpc: Rpc, share: number) {
  let asking: Promise<{ ethPrice: bigint; dataFee: bigint }> | undefined;
  let untilMs = 0;

  async function ask() {
    const [ethPrice, dataFee] = await Promise.all([
      readNumber(rpc, ETH_PRICE_FEED, encodeCall('latestAnswer()')),
      readNumber(rpc, DATA_FEE_ORACLE, encodeCall('getL1FeeUpperBound(uint256)', { word: SETTLEMENT_BYTES })),
    ]);
    return { ethPrice: ethPrice || ETH_PRICE_WITHOUT_FEED, dataFee: dataFee ?? 0n };
  }

  function known() {
    if (!asking || steadyNow() >= untilMs) {
      asking = ask();
      untilMs = steadyNow() + KNOWN_FOR_MS;
      asking.catch(() => {
        untilMs = 0;
      });
    }
    return asking;
  }

  const shareDigits = BigInt(Math.round(share * Number(SHARE_DIGITS)));

  return {
    /** The smallest amount of USDC that a sale must bring, so that its settlement may be paid for at this price of gas. */
    async leastAmount(gasPrice: bigint): Promise<bigint> {
      const { ethPrice, dataFee } = await known();
      const cost = (gasPrice * GAS_OF_SETTLEMENT + dataFee) * ethPrice * SHARE_DIGITS;
      return cost / (UNIT_DIFFERENCE * WEI_PER_ETH * shareDigits || 1n);
    },
    /** In wei, for a sale of this amount of USDC; not above 0 where not even the data may be paid for. */
    async feePerGas(amount: bigint, gas = GAS_OF_SETTLEMENT): Promise<bigint> {
      const { ethPrice, dataFee } = await known();
      const shareOfPrice = (amount * shareDigits) / SHARE_DIGITS;
      const budget = (shareOfPrice * UNIT_DIFFERENCE * WEI_PER_ETH) / ethPrice;
      return (budget - dataFee) / gas;
    },
  };
}
