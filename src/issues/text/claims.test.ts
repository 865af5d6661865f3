import { describe, expect, it } from 'vitest';
import { clausesOf, isReported } from './claims.ts';
import { statedMileage } from './mileage.ts';

const reportedClauses = (text: string): string =>
  clausesOf(text)
    .filter(({ reported }) => reported)
    .map((clause) => clause.text)
    .join(' . ');

describe('what an owner reports of this car', () => {
  it.each([
    'The engine has never stalled.',
    'It has not leaked so far, I haven’t had any problem with the brakes'.replace('’', "'"),
    'We have had no issues with the transmission.',
    'What if it stalls in the middle of an intersection?',
    'If the brakes were to fail somebody would die.',
    'I am afraid that the engine will catch fire.',
    'My previous car lost its power steering twice.',
    "My wife's car stalled last week.",
    'The other driver lost control of his brakes and hit me.',
    'I read that many owners had their engines seize.',
    'The pump was replaced as a precaution.',
    'The rental car stalled on me.',
    'The car could catch fire at any time.',
    'There is a risk of losing the steering.',
    'I received a letter about a recall of the fuel pump.',
    'I am not the only owner with this problem.',
    'The dealer did an oil change and a tire rotation.',
    'This small leak could easily become a fire.',
    'They found no codes and the car is working again.',
    'Never had an oil leak.',
    'No overheating or hot engine light.',
    'This is a four year old car and no indicator lights ever came on.',
    'The same model of my neighbour does not have this issue.',
    'Any leak in a brake system is a safety issue.',
    'At no time did the engine overheat.',
    'The brakes have not given me any grief.',
    'My mechanic ruled out a leak.',
    'Neither the airbag light nor the ABS light came on.',
    'Thankfully it did not catch fire.',
    'The warning light has not returned.',
    'The issue went away after the software update.',
    'They were unable to find any leaks.',
    'Had I been on the highway I would have crashed.',
    'I do not want the engine to blow up while driving.',
    'The air bags may not deploy in a crash.',
    'How can a brand new car have engine failure?',
    'It may explode.',
    'An accident is waiting to happen.',
    'The technician guessed that a sensor was bad.',
    "My brother's F-150 had the same problem.",
    'A coworker told me hers died on the highway.',
    'There are hundreds of complaints about stalling on this site.',
    'I had a 2010 Sonata before and its engine seized.',
    'The previous owner had the transmission rebuilt.',
    "The other driver's brakes failed and he hit me.",
    'It is a known defect of these engines.',
    'A class action lawsuit alleges that the engines fail.',
    'The recall says that the fuel injector can crack and leak fuel.',
    'The timing belt was replaced as preventive maintenance.',
    'The car passed its annual inspection.',
    'I turned it off and back on and it went back to normal.',
  ])('is no failure of it: %s', (clause) => {
    expect(isReported(clause)).toBe(false);
  });

  it.each([
    'The engine stalled on the highway.',
    'The air bags did not deploy.',
    'It never starts on the first try.',
    'The brakes do not hold.',
    'The vehicle would not accelerate.',
    'The door will not close.',
    'Steering is not responsive at low speed.',
    'The window does not go down.',
    'My car lost power without warning.',
    'The car does not shift out of first gear.',
    'No warning light came on before the engine stalled.',
    'They still do not have the part for the recall.',
    'After the oil change the engine started knocking.',
    'The dealer says nothing is wrong, but it still stalls.',
    'There was no power to the wheels.',
    'I could not get it out of park.',
    'The headlights do not come on.',
    'The recall was done and the car still stalls.',
    'If I turn the wheel left it makes a grinding noise.',
    'It feels like it is going to stall.',
    'The sunroof exploded, which could have killed us.',
    'Like many others, my engine seized at 80,000 miles.',
    'Other drivers told me that my car was on fire.',
    'The transmission slips and I am afraid to drive it.',
    'I was told that I need a new engine.',
    'Our safety was at risk due to the fact that the brakes fail.',
    'This has happened twice and the dealer says they have never heard of it.',
    'My car and those of many other owners lost power, and mine also broke its axle.',
  ])('is one: %s', (clause) => {
    expect(isReported(clause)).toBe(true);
  });

  it('keeps the failure beside what did not happen', () => {
    const kept = reportedClauses(
      'The steering locked on a curve, but there were no injuries. It might have killed us.',
    );
    expect(kept).toMatch(/steering locked on a curve/);
    expect(kept).not.toMatch(/injuries|killed/);
  });

  it('keeps what stands before a guess', () => {
    expect(reportedClauses('The fuel line leaks gasoline onto the exhaust and could cause a fire.')).toMatch(
      /fuel line leaks gasoline onto the exhaust/,
    );
  });
});

describe('the mileage that an owner states', () => {
  it.each<[string, number | null]>([
    ['The transmission failed with 52, 000 miles.', 52_000],
    ['There were 61,250 on the odometer.', 61_250],
    ['The odometer read 48312 when it died.', 48_312],
    ['82,000 miles and the engine is gone.', 82_000],
    ['61k miles, second transfer case.', 61_000],
    ['It failed again 2,000 miles after the repair.', null],
    ['Only 3,500 miles later the noise was back.', null],
    ['I change the oil every 5,000 miles.', null],
    ['The 60,000 mile warranty is over.', null],
  ])('in "%s" is %s', (text, miles) => {
    expect(statedMileage(text)).toBe(miles);
  });
});
