import { expect, test } from 'vitest';
import { createRecallSamples } from '../recalls/recall-sample.ts';
import { recallsSection } from '../report/recalls-section.ts';
import { recallsInWords, recallsText, recallsView } from './recalls.ts';
import { sectionHtml } from './section.ts';

test('what a source writes cannot steer the terminal', () => {
  const { us, canada, ...body } = createRecallSamples().current();
  const text = recallsText({
    ...body,
    us: us.map((recall) => ({ ...recall, component: 'AIR BAGS\u001b[2J', summary: 'Gone\u0007\u202e.' })),
    canada: canada.map((recall) => ({ ...recall, component: 'Brakes\u001b]0;x\u0007' })),
  });

  expect(text).toContain('AIR BAGS [2J');
  expect(text).toContain('Brakes ]0;x');
  expect(text).not.toMatch(/[^\P{C}\n]/u);
});

test.each([
  [false, true],
  [null, false],
  [true, false],
])('a warning of the text beside the flag %s of NHTSA shows the difference: %s', (flag, shown) => {
  const { us, ...body } = createRecallSamples().current();
  for (const warning of ['parkIt', 'parkOutside'] as const) {
    const text = recallsText({
      ...body,
      us: us.map((recall) => ({
        ...recall,
        parkIt: false,
        parkOutside: false,
        [warning]: true,
        flags: { parkIt: false, parkOutside: false, [warning]: flag },
      })),
    });
    expect(text.includes('Its text warns, and NHTSA’s own flag does not.')).toBe(shown);
  }
});

test.each([
  [true, false, undefined],
  [false, true, 'NHTSA lists no such model and year'],
  [false, false, 'Neither NHTSA nor Transport Canada lists'],
])('NHTSA listing the model: %s, Canada: %s, is said beside the counts as: %s', (us, canada, said) => {
  const { provenance, ...body } = createRecallSamples().current();
  const text = recallsText({
    ...body,
    provenance: {
      us: { ...provenance.us, modelListed: us },
      canada: { ...provenance.canada, modelListed: canada },
    },
  });
  const noted = text.includes('says nothing about the car');
  expect(said === undefined ? !noted : text.replaceAll('\n', ' ').includes(said)).toBe(true);
});

test('a warning that the summary has too is said once', () => {
  const { us, ...body } = createRecallSamples().current();
  const [first] = us;
  if (!first) throw new Error('The sample has no recall.');
  for (const [summary, times] of [
    ['It leaks. Park it outside.', 1],
    ['It leaks.', 1],
  ] as const) {
    const text = recallsText({ ...body, us: [{ ...first, summary, warningText: 'Park it outside.' }] });
    expect(text.split('Park it outside.').length - 1).toBe(times);
  }
});

test('what was not read, is in doubt or was not understood stands in every form', () => {
  const { us, canada, provenance, ...rest } = createRecallSamples().current();
  const [first, ...more] = us;
  if (!first) throw new Error('the sample has no recall');
  const body = {
    ...rest,
    us: [{ ...first, inDoubt: true, unreadAdvice: 'Keep it in the yard until then.' }, ...more],
    canada,
    namesNote: null,
    provenance: { ...provenance, us: { ...provenance.us, notRead: ['HYUNDAI ELANTRA COUPE'] } },
  };
  const page = sectionHtml(recallsView(recallsSection(body))).text;
  const words = recallsInWords(body);
  for (const text of [page, words]) expect(text).toContain('HYUNDAI ELANTRA COUPE');
  expect(page).toContain('Keep it in the yard until then.');
  expect(words).toContain(
    'The notices of 1 defect (23V651000) may advise on driving or parking in words not understood',
  );
  expect(words).toContain('the VIN does not say whether this car is one');
  const none = { ...body, us: [], canada: [], counts: { us: 0, canada: 0 }, related: [] };
  expect(sectionHtml(recallsView(recallsSection(none))).text).not.toContain('No notice is filed');
});

const nothing = { unitsAffected: null, ownersToldOn: null, producedFrom: null, producedTo: null };

test.each([
  [nothing, undefined],
  [
    { unitsAffected: 1200, ownersToldOn: '2014-03-01', producedFrom: '2012-08-01', producedTo: '2013-07-31' },
    'It concerns cars of this model made between 2012-08-01 and 2013-07-31 (the label on the door frame says when); owners were to be told on 2014-03-01; 1,200 vehicles are in it.',
  ],
  [{ ...nothing, producedTo: '2013-07-31' }, 'It concerns cars of this model made until 2013-07-31'],
  [{ ...nothing, unitsAffected: 7 }, '7 vehicles are in it.'],
])('the filing %o helps to find out whether the car is in the recall: %s', (filing, said) => {
  const { us, ...body } = createRecallSamples().current();
  const [first] = us;
  if (!first) throw new Error('The sample has no recall.');
  const text = recallsText({ ...body, us: [{ ...first, filing }] }).replace(/\s+/g, ' ');
  if (said === undefined) expect(text).not.toMatch(/It concerns cars|were to be told/);
  else expect(text).toContain(said);
});
