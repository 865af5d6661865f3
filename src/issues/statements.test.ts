import { expect, test } from 'vitest';
import { prepared } from '../../test/issues/complaints.ts';
import { statementsInWords, statementsOf } from './statements.ts';

const TITLE = 'Power steering fails or sticks';

test('what a third of the complaints say is told with its count and the numbers of those who say it', () => {
  const cited = prepared(
    'On the highway the steering locked up. The car was towed to the dealer.',
    'The steering went stiff on the highway and a warning light came on.',
    'The wheel would not move. It was towed.',
    'The power steering failed in the yard.',
  );
  const statements = statementsOf(TITLE, cited);
  expect(statements.slice(0, 2)).toEqual([
    { text: 'it happened at highway speed', about: 'course', count: 2, odiNumbers: [11_000_001, 11_000_002] },
    { text: 'the car had to be towed', about: 'course', count: 2, odiNumbers: [11_000_001, 11_000_003] },
  ]);
  expect(statementsInWords(statements.slice(0, 2))).toBe(
    'Of those, 2 say that it happened at highway speed and 2 that the car had to be towed.',
  );
});

test('what fewer say, what nobody says and what the title says already is not told', () => {
  const cited = prepared(
    'The engine stalled and smoke came out.',
    'The engine stalled on the way.',
    'The engine stalled, and it was not towed.',
    'The engine stalled. It was never towed.',
    'The engine stalled twice, no smoke.',
    'The engine stalled and smoke rose.',
    'The engine stalled at a light.',
  );
  expect(statementsOf('Engine stalls', cited)).toEqual([]);
  expect(statementsInWords([])).toBeUndefined();
});

test('words that mean something else in their place are no statement', () => {
  const restarted = 'it could be started again';
  const saying = (...texts: readonly string[]) =>
    statementsOf(TITLE, prepared(...texts)).map(({ text }) => text);
  expect(
    saying('It died. I restarted it in the road.', 'It died and after an hour I restarted the car.'),
  ).toContain(restarted);
  expect(saying('It died and would not restart.', 'It died. The car could not be restarted.')).not.toContain(
    restarted,
  );
  expect(saying('It lost power steering.', 'I lost the power steering on a hill.')).not.toContain(
    'the car lost power',
  );
});

test('what was not is counted where it is written, though nothing is reported by it', () => {
  const cited = prepared(
    'The steering locked. The dealer could not duplicate the failure. It came without warning.',
    'The steering stuck. They were not able to reproduce the problem. There was no warning.',
    'The steering jammed at 40 mph.',
  );
  expect(statementsOf(TITLE, cited).map(({ text, count }) => [text, count])).toEqual([
    ['it came without warning', 2],
    ['the dealer could not find the cause', 2],
  ]);
});

test('parts are named as the owners call them, behind what happened', () => {
  const cited = prepared(
    'The half shaft broke on the highway.',
    'On the highway the half shaft snapped.',
    'Half shaft again.',
  );
  const statements = statementsOf('Axle or drive shaft fails', cited, ['half shaft']);
  expect(statements.at(-1)).toEqual({
    text: 'half shaft',
    about: 'part',
    count: 3,
    odiNumbers: [11_000_001, 11_000_002, 11_000_003],
  });
  expect(statementsInWords(statements)).toBe(
    'Of those, 2 say that it happened at highway speed and 3 mention the half shaft.',
  );
  expect(
    statementsOf('Half shaft breaks', cited, ['half shaft']).filter(({ about }) => about === 'part'),
  ).toEqual([]);
});

test('what repeats a word of the title is not told again', () => {
  const cited = prepared(
    'The brakes failed when I was braking for a light.',
    'When braking, the pedal sank.',
  );
  expect(statementsOf('Unintended acceleration', cited).map(({ text }) => text)).toContain(
    'it happened when braking',
  );
  expect(statementsOf('Brakes fail', cited).map(({ text }) => text)).not.toContain(
    'it happened when braking',
  );
});
