import { isDeepStrictEqual } from 'node:util';
import { createBudget, createBuyer, readTerms } from '@forecourt/client/buying';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { systemClock } from '../../lib/clock.ts';
import { createChain } from '../../payments/evm/chain.ts';
import { asHex } from '../../payments/evm/encoding.ts';
import { FAUCET_URL, type Network, networkByName } from '../../payments/evm/networks.ts';
import { createNodes } from '../../payments/evm/nodes.ts';
import { formatUsdc, toAtomicUsdc } from '../../payments/evm/usdc.ts';

/** One thing that was done, and what was seen. */
export interface Step {
  /** Left out where it is about all products. */
  product?: string;
  step: 'service' | 'wallet' | 'price' | 'payment' | 'again' | 'chain';
  ok: boolean;
  ms: number;
  /** On from the name of the step. */
  what: string;
}

export interface RehearsalOptions {
  /** The public address, without a slash at its end. */
  url: string;
  /** Slugs of what is bought; all that is sold where left out. */
  products?: readonly string[] | undefined;
  privateKey: `0x${string}`;
  /** Nodes of the network that the service sells on; without any, nothing is compared with the chain. */
  rpcUrls?: readonly string[] | undefined;
  maySpendReal: boolean;
  maxSpendUsd: number;
  timeoutMs: number;
  tell(step: Step): void;
}

/** The step was told as failed; what follows from it cannot be done. */
class StepFailed extends Error {}

const discovery = z.object({
  baseUrl: z.string(),
  payment: z.object({ network: z.string() }),
  products: z.array(z.object({ slug: z.string(), priceUsd: z.string(), example: z.string() })),
});
const receiptSchema = z.object({ transaction: z.string() });

/** Nodes hear of a block some seconds after the one that settled. */
const CHAIN_PATIENCE_MS = 30_000;
const POLL_MS = 500;

/** Buys one of each product as a stranger would, by what the service says of itself, and tells each step. */
export async function rehearse(options: RehearsalOptions): Promise<void> {
  const { url, rpcUrls, maxSpendUsd, timeoutMs } = options;
  const account = privateKeyToAccount(options.privateKey);
  const payer = asHex(account.address.toLowerCase());

  /** Tells how long a look took and what it found, or why it failed. */
  async function see<Found>(
    step: Omit<Step, 'ok' | 'ms' | 'what'>,
    look: () => Promise<{ what: string; found: Found }>,
  ): Promise<Found> {
    const startedMs = performance.now();
    const ms = () => Math.round(performance.now() - startedMs);
    try {
      const { what, found } = await look();
      options.tell({ ...step, ok: true, ms: ms(), what });
      return found;
    } catch (error) {
      options.tell({ ...step, ok: false, ms: ms(), what: error instanceof Error ? error.message : 'fails' });
      throw new StepFailed();
    }
  }

  async function ask(address: string, headers: Record<string, string> = {}) {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, { headers, redirect: 'manual', signal }).catch((error: unknown) => {
      const { code, message } = Object(error instanceof Error ? (error.cause ?? error) : undefined);
      throw new Error(`does not answer (${code ?? message})`);
    });
    const body: unknown = await response.json().catch(() => undefined);
    return { status: response.status, headers: response.headers, body };
  }

  const lookAround = async () => {
    const { status, body } = await ask(`${url}/discovery`);
    const { data } = discovery.safeParse(body);
    if (!data) throw new Error(`is no Forecourt: /discovery answers with status ${status}`);
    if (data.baseUrl !== url)
      throw new Error(`calls itself ${data.baseUrl}: give --url that address, or correct PUBLIC_URL`);
    const network = networkByName.get(data.payment.network);
    if (!network) throw new Error(`is paid on ${data.payment.network}, which nobody can rehearse`);
    if (network.notice === undefined && !options.maySpendReal)
      throw new Error(`takes real money, ${network.money}: add --real to spend it`);
    const wanted = options.products ?? data.products.map(({ slug }) => slug);
    const products = wanted.map((slug) => {
      const product = data.products.find((one) => one.slug === slug && one.example.startsWith(`${url}/`));
      if (!product) throw new Error(`does not sell "${slug}"`);
      return { ...product, price: toAtomicUsdc(product.priceUsd) };
    });
    const total = products.reduce((sum, { price }) => sum + price, 0n);
    const cost = `${usd(total)} in ${network.money}`;
    if (total > toAtomicUsdc(String(maxSpendUsd)))
      throw new Error(`asks ${cost} for ${wanted.join(', ')}: more than --max-spend ${maxSpendUsd}`);
    return { what: `sells ${wanted.join(', ')} for ${cost}`, found: { network, products, total } };
  };

  const lookIntoWallet = async (network: Network, total: bigint) => {
    const pays = `${account.address} pays`;
    if (!rpcUrls) return { what: `${pays}; without RPC_URL the chain is not asked`, found: undefined };
    const nodes = createNodes({ urls: rpcUrls, network });
    await nodes.start();
    const balance = () => createChain(nodes.rpc, network).balanceOf(payer);
    const held = await balance();
    const where = network.notice === undefined ? '' : `, from ${FAUCET_URL}`;
    if (held < total)
      throw new Error(`${account.address} holds ${usd(held)}: send it ${network.money}${where}`);
    return { what: `${pays}, and holds ${usd(held)}`, found: balance };
  };

  try {
    const { network, products, total } = await see({ step: 'service' }, lookAround);
    const balance = await see({ step: 'wallet' }, () => lookIntoWallet(network, total));
    const budget = createBudget(maxSpendUsd, maxSpendUsd);
    for (const product of products) {
      await buyOne({ product, network, balance, budget }).catch((error: unknown) => {
        if (!(error instanceof StepFailed)) throw error;
      });
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
  }

  interface Purchase {
    product: { slug: string; example: string; price: bigint };
    network: Network;
    balance: (() => Promise<bigint>) | undefined;
    budget: ReturnType<typeof createBudget>;
  }

  async function buyOne({ product: { slug, example, price }, network, balance, budget }: Purchase) {
    const product = { product: slug };
    await see({ ...product, step: 'price' }, async () => {
      const { status, body } = await ask(example);
      if (status !== 402) throw new Error(`is not asked for: status ${status} in place of 402`);
      const terms = readTerms(Object(body), undefined, ['exact']);
      const asked = `${usd(BigInt(terms.amount))} in ${networkByName.get(terms.network)?.money}`;
      if (terms.network !== network.id || BigInt(terms.amount) !== price)
        throw new Error(`is ${asked}, and ${usd(price)} in ${network.money} by /discovery`);
      return {
        what: `is ${asked} to ${terms.payTo}, signed for ${terms.maxTimeoutSeconds} s`,
        found: undefined,
      };
    });

    let before: bigint | undefined;
    let sent: string | undefined;
    const buy = createBuyer(
      {
        account: {
          address: account.address,
          signTypedData(data) {
            if (data.domain.chainId !== network.chainId)
              throw new Error('is asked for on another network now');
            return account.signTypedData(data);
          },
        },
        fetch(input, init) {
          sent = new Headers(init?.headers).get('PAYMENT-SIGNATURE') ?? sent;
          return fetch(input, init);
        },
        repeatForMs: timeoutMs,
      },
      budget,
    );
    const first = await see({ ...product, step: 'payment' }, async () => {
      before = await balance?.();
      const bought = await buy(example, { maxUsd: Number(formatUsdc(price)), timeoutMs });
      if (bought.transaction === undefined || bought.paidUsd === 0)
        throw new Error(notCharged(bought.answer));
      const link = `${network.explorerUrl}/tx/${bought.transaction}`;
      return { what: `is taken, and the answer is there: ${link}`, found: bought };
    });

    await see({ ...product, step: 'again' }, async () => {
      const { status, headers, body } = await ask(example, { 'PAYMENT-SIGNATURE': sent ?? '' });
      if (status !== 200) throw new Error(`the same payment is answered with status ${status}`);
      const { transaction } = receiptSchema.parse(JSON.parse(atob(headers.get('PAYMENT-RESPONSE') ?? '')));
      if (transaction !== first.transaction) throw new Error(`is charged again: transaction ${transaction}`);
      if (!isDeepStrictEqual(body, first.answer)) throw new Error('the same payment gets another answer');
      return { what: 'the same payment gets the same answer, by the same transaction', found: undefined };
    });

    if (balance === undefined || before === undefined) return;
    const held = before;
    await see({ ...product, step: 'chain' }, async () => {
      const untilMs = Date.now() + CHAIN_PATIENCE_MS;
      let taken = held - (await balance());
      while (taken < price && Date.now() < untilMs) {
        await systemClock.sleep(POLL_MS);
        taken = held - (await balance());
      }
      if (taken !== price) throw new Error(`${usd(taken)} left the wallet in place of ${usd(price)}`);
      return { what: `${usd(taken)} left the wallet, once`, found: undefined };
    });
  }
}

const usd = (amount: bigint) => `$${formatUsdc(amount)}`;

const notCharged = (answer: object) =>
  'paidBefore' in answer
    ? 'nothing is sold: this wallet bought the same within the last ten minutes'
    : 'the answer is there, and nothing was charged for it';
