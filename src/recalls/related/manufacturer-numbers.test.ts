import { expect, test } from 'vitest';
import { fieldNumbers, statedNumbers } from './relate.ts';

test.each([
  ["Ford's number for this recall is 16S17.", ['16S17']],
  ["Kia's number for this recall is SC280.", ['SC280']],
  ["Tesla's number for this recall is SB-24-00-012.", ['SB2400012']],
  ["Hyundai's numbers for this recall are 298 and 032G.", ['298', '032G']],
  ["Toyota's interim numbers for this recall are 24TB13, 24TA13 and 24LA05.", ['24TB13', '24TA13', '24LA05']],
  ['Owners may call 1-800-000-0000 about this recall.', []],
  ["The maker's number for this recall is not yet known.", []],
])('the text "%s" states %j', (text, numbers) => {
  expect([...statedNumbers(text)]).toEqual(numbers);
});

test('a Canadian field may hold several numbers, in any spelling', () => {
  expect([...fieldNumbers('16s17 / 16S18')]).toEqual(['16S17', '16S18']);
  expect([...fieldNumbers('SB-24-00-012')]).toEqual(['SB2400012']);
  expect([...fieldNumbers(null)]).toEqual([]);
});
