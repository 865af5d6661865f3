import { readTable } from '../table.ts';

const NUMBERS = ['price', 'odometer', 'trade_in', 'model_year'];
const listOf = (cell: string, separator: string) => (cell === '' ? [] : cell.split(separator));

/** Sentences that people write, and the order that each is. */
export const sentences = readTable('a2a/sentences.txt').map(
  ([text = '', skill = '', parameters = '', asked = '', notUsed = '']) => ({
    text,
    skill: skill === '' ? undefined : skill,
    parameters: Object.fromEntries(
      [...new URLSearchParams(parameters)].map(([name, value]) => [
        name,
        NUMBERS.includes(name) ? Number(value) : value,
      ]),
    ),
    asked: listOf(asked, ', '),
    notUsed: notUsed === 'nothing' ? [] : listOf(notUsed, '; '),
    isAllUsed: notUsed === 'nothing',
  }),
);
