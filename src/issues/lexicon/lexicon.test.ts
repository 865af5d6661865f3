import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isSafeTitle, sentencesOfStems } from '../text/words.ts';
import { faultPhrases, lexicon, type Mode, titlesOf } from './lexicon.ts';
import { createPhraseBook } from './phrases.ts';
import { createRecogniser } from './recognise.ts';

const { modes, families, faults, otherFaults } = lexicon();
const ids = new Set(modes.map(({ id }) => id));

const phrasesOf = (mode: Mode): string[] => [
  ...mode.says,
  ...(mode.mentions ?? []),
  ...(mode.parts ?? []),
  ...(mode.faults ?? []),
  ...(mode.plainer ?? []).flatMap(({ said }) => said),
  ...mode.unless,
];
const sharedListsOf = (mode: Mode) =>
  phrasesOf(mode).flatMap((phrase) => (phrase.startsWith('@') ? phrase.slice(1) : []));

/** The phrase once with each of its alternatives, as an owner would write it. */
function wordings(phrase: string): string[] {
  const elements = phrase.split(' ').map((element) => (element === '~' ? 'meanwhile' : element));
  const choices = elements.map((element) => element.replace('?', '').split('|'));
  return choices.flatMap((alternatives, at) =>
    alternatives.map((alternative) =>
      choices.map((others, index) => (index === at ? alternative : others[0])).join(' '),
    ),
  );
}
const asWritten = (wording: string) => sentencesOfStems(wording.replaceAll('_', ' '));

describe('the lexicon', () => {
  it('reads every file of its folder', () => {
    const folder = new URL('../../../data/lexicon/modes/', import.meta.url);
    const inFiles = readdirSync(folder).flatMap((name) =>
      z.array(z.object({ id: z.string() })).parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
    );
    expect(inFiles.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it('gives each failure an id and a title of its own', () => {
    expect(ids.size).toBe(modes.length);
    const titles = modes.flatMap((mode) => [...new Set(titlesOf(mode))]);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  it.each(modes.map((mode) => [mode.id, mode] as const))('%s has a title fit to be shown', (_id, mode) => {
    expect(titlesOf(mode).filter((title) => !isSafeTitle(title))).toEqual([]);
  });

  it.each(families.map(({ title }) => title))('"%s" of several failures is fit to be shown', (title) => {
    expect(isSafeTitle(title)).toBe(true);
  });

  it('names no failure and no list of faults that is missing', () => {
    const named = modes.flatMap(({ explains, partOf }) => [...explains, ...(partOf ? [partOf] : [])]);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
    const lists = [...modes.flatMap(sharedListsOf), ...otherFaults.map(({ fault }) => fault)];
    expect(lists.filter((name) => !Object.hasOwn(faults, name))).toEqual([]);
  });

  it('has no list of faults that nothing names', () => {
    const named = new Set([...modes.flatMap(sharedListsOf), ...otherFaults.map(({ fault }) => fault)]);
    expect(Object.keys(faults).filter((name) => !named.has(name))).toEqual([]);
  });

  it('has no failure that is part of one which is itself part of another', () => {
    const parents = new Set(modes.map(({ partOf }) => partOf).filter((id) => id !== undefined));
    expect(
      modes.filter(({ id, partOf }) => partOf !== undefined && parents.has(id)).map(({ id }) => id),
    ).toEqual([]);
  });

  it('has no phrase and no alternative of one that no text can match', () => {
    const everyPhrase = [
      ...modes.flatMap(phrasesOf).filter((phrase) => !phrase.startsWith('@')),
      ...Object.keys(faults).flatMap(faultPhrases),
    ];
    const unmatched = everyPhrase.flatMap((phrase) => {
      const book = createPhraseBook();
      book.add(0, [phrase]);
      return wordings(phrase).filter((wording) =>
        asWritten(wording).every((words) => book.find(words).length === 0),
      );
    });
    expect(unmatched).toEqual([]);
  });

  it.each([
    ['Child safety lock failure: this message displays on the instrument panel.', 'gauges', false],
    ['The instrument panel went blank.', 'gauges', true],
    ['The child safety lock is stalled in a clicking mode.', 'power-loss', false],
    ['The car stalled at a light.', 'power-loss', true],
    ['The code was for the buckle assembly, an open short.', 'seat-belt-latch', false],
    ['The buckle will not release.', 'seat-belt-latch', true],
    [
      'The air bag light comes on as soon as my wife rides along, who weighs 118 lbs.',
      'occupant-sensor',
      true,
    ],
    ['The codes say that the resistance of the pretensioner is too high.', 'seat-belt-retract', false],
    ['The codes say that the resistance of the pretensioner is too high.', 'airbag-light', true],
  ])('reads in "%s" %s: %s', (text, id, isRead) => {
    const { reported } = createRecogniser(modes)(sentencesOfStems(text), []);
    expect(reported.map(({ mode }) => modes[mode]?.id).includes(id)).toBe(isRead);
  });

  it('reads every failure in one of its own phrases', () => {
    const recognise = createRecogniser(modes);
    const unread = modes.filter((mode, index) => {
      const named = [...(mode.mentions ?? []), ...(mode.parts ?? [])];
      const faultsOf = (mode.faults ?? ['@fails']).flatMap((phrase) =>
        phrase.startsWith('@') ? faultPhrases(phrase.slice(1)) : phrase,
      );
      const texts = [...mode.says, ...named.flatMap((part) => faultsOf.map((fault) => `${part} ${fault}`))];
      return !texts.flatMap(wordings).some((text) => {
        const { reported, hinted } = recognise(asWritten(text), mode.tags);
        return [...reported, ...hinted].some((found) => found.mode === index);
      });
    });
    expect(unread.map(({ id }) => id)).toEqual([]);
  });
});
