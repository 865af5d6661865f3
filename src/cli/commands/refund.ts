import type { Command } from 'commander';
import { formatUsdc } from '../../payments/evm/usdc.ts';
import type { SaleEntry } from '../../storage/sql/sales.ts';
import { addTimeoutOption, openForecourt, type TimeoutOptions } from '../here.ts';

const HELP = `
Send USDC from any wallet to the one that paid, which the chain shows at the
transaction of the sale, in one for this sale alone. The service may be running.`;

export function addRefundCommand(program: Command): void {
  const command = program
    .command('refund')
    .description('Enter in the books what you have given back for a sale, once the chain shows it')
    .argument('<sale>', 'its request id or its transaction')
    .argument('<transaction>', 'your transfer of USDC to the wallet that paid')
    .addHelpText('after', HELP);
  addTimeoutOption(command, 'for each answer of the chain').action(
    async (sale: string, transaction: string, options: TimeoutOptions) => {
      if (!/^0x[0-9a-f]{64}$/i.test(transaction))
        command.error('error: a transaction is 0x and 64 hexadecimal digits', { exitCode: 2 });
      process.stdout.write(`${await enter(sale.toLowerCase(), transaction.toLowerCase(), options)}\n`);
    },
  );
}

async function enter(id: string, transaction: string, options: TimeoutOptions): Promise<string> {
  const [{ chainOf, readPaid }, { asHex }, { amountBack, readTransfers }] = await Promise.all([
    import('../sales/compare.ts'),
    import('../../payments/evm/encoding.ts'),
    import('../../payments/evm/transfer.ts'),
  ]);
  await using forecourt = await openForecourt();
  const storage = await forecourt.storage();
  const { sales } = storage;
  const { rpc, network } = chainOf(forecourt.config, options);
  const { sale, left } = whatIsLeft(await sales.find(id), id);
  if (sale.network !== network.id)
    throw new Error(`The sale was paid on ${sale.network}: set NETWORK to it.`);
  if ((await sales.find(transaction)).length > 0)
    throw new Error(`${transaction} stands in the journal already.`);

  const paid = await readPaid(sale, sale.amount, storage, { rpc, network });
  if (!paid) throw new Error(`The chain does not show by whom the sale was paid, in ${sale.transaction}.`);
  const back = await readTransfers(rpc, transaction, network);
  if (!back)
    throw new Error(`The chain does not show ${transaction}, or it has failed: try again when it is mined.`);
  const amount = amountBack({ ...paid, payTo: asHex(sale.payTo), amount: sale.amount }, back);
  if (amount === 0n) throw new Error(`${transaction} brings no USDC to the wallet that paid for the sale.`);
  const refund = { ...sale, soldAtMs: Date.now(), amount, transaction, refundOf: sale.transaction };
  if (amount > left || !(await sales.enterRefund(refund)))
    throw new Error(`${formatUsdc(amount)} USDC came back, and ${formatUsdc(left)} are left of the sale.`);
  const remaining = formatUsdc(left - amount);
  return `Entered: ${formatUsdc(amount)} USDC for ${sale.product} came back. ${remaining} are left of the sale.`;
}

/** The one sale among these entries, and what was not given back of it. */
function whatIsLeft(entries: readonly SaleEntry[], id: string): { sale: SaleEntry; left: bigint } {
  const isSame = (one: SaleEntry, other: SaleEntry) =>
    (one.refundOf ?? one.transaction) === (other.refundOf ?? other.transaction) &&
    one.requestId === other.requestId;
  const sumOf = (some: readonly SaleEntry[]) => some.reduce((sum, { amount }) => sum + amount, 0n);
  // A sale that was taken back may have been settled once more, in the same transaction or another.
  const paidBy = (entry: SaleEntry) =>
    sumOf(entries.filter((other) => isSame(entry, other) && other.refundOf === undefined));
  const standing = entries.filter((entry) => entry.amount > 0n && paidBy(entry) > 0n);
  const [sale] = standing;
  if (!sale) throw new Error(`No sale is known by ${id}: forecourt sales --find says what is.`);
  if (paidBy(sale) !== sale.amount || standing.some((entry) => !isSame(entry, sale)))
    throw new Error(`${id} has paid for several sales: name one by its request id.`);
  return { sale, left: sumOf(entries.filter((entry) => isSame(entry, sale))) };
}
