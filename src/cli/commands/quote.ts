import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { loadJurisdiction } from '../../costs/load-jurisdictions.ts';
import { centsOf, moneyText } from '../../costs/money.ts';
import { type CheckedQuote, checkQuoteText } from '../../costs/quote/check-quote.ts';
import { INDENT, wrapped } from '../../view/text.ts';
import { addCostsOptions, type CostsOptions, readQuery, withCar } from './costs.ts';

const STANDARD_INPUT = '-';

/** Checks a bill of sale; nothing of it leaves this machine. */
export function addQuoteCommand(program: Command): void {
  const command = program
    .command('quote')
    .description("Check the lines of a dealer's quote or bill of sale against what the law asks: no network")
    .argument('<file>', 'text with one line of the bill a line; - reads standard input')
    .action(async (file: string, options: CostsOptions) => {
      const query = await withCar(readQuery({ saleType: 'dealer', ...options }, command), command);
      const checked = checkQuoteText(await read(file, command), loadJurisdiction(query.place), query);
      process.stdout.write(`${options.json ? JSON.stringify(checked, null, 2) : checkedText(checked)}\n`);
    });
  addCostsOptions(command);
}

async function read(file: string, command: Command): Promise<string> {
  if (file === STANDARD_INPUT) return text(process.stdin);
  return readFile(file, 'utf8').catch(() => command.error(`${file} cannot be read.`));
}

function checkedText({ findings, closing, notRead, notes }: CheckedQuote): string {
  const lines = findings.flatMap(({ text, amount, sentence }) => {
    const said = amount === null ? '' : `  ${moneyText(centsOf(amount))}`;
    return [`${text ?? '(not on the bill)'}${said}`, ...wrapped(sentence, INDENT)];
  });
  return [
    ...(lines.length === 0 ? ['No line of the bill was read.'] : lines),
    ...notRead.map((line) => `${line}\n    No amount was found in this line.`),
    ...notes.flatMap((note) => wrapped(`Note: ${note}`, '')),
    ...wrapped(closing?.sentence ?? '', ''),
  ].join('\n');
}
