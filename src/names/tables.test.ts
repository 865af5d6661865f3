import { describe, expect, it } from 'vitest';
import { powertrainOfName } from './powertrain.ts';
import { resolveModelNames } from './resolve-model-names.ts';
import { nameWords, spellingKey } from './spelling.ts';
import { otherModels } from './versions.ts';
import { aliasesByMake } from './wording.ts';

const groups = Object.entries(aliasesByMake()).flatMap(([make, ofMake]) =>
  ofMake.map((names) => ({ make, names })),
);
const namesOfMakes = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([make, names]) => names.map((name) => ({ make, name })));

function findsName(make: string, model: string, listed: string): boolean {
  const { matched, inDoubt, keptApart } = resolveModelNames({ make, model, year: 2022 }, [listed]);
  return [...matched, ...inDoubt, ...keptApart].length > 0;
}

const findsEither = (make: string, one: string, other: string) =>
  findsName(make, one, other) || findsName(make, other, one);

describe('the tables of names', () => {
  it('hold no make twice and no name twice for one make', () => {
    const { longer, containing, bodies, versions } = otherModels();
    for (const table of [aliasesByMake(), longer, containing, bodies, versions]) {
      const makes = Object.keys(table).map(spellingKey);
      expect(makes).toEqual([...new Set(makes)]);
    }
    for (const names of [...groups.map((group) => group.names), ...Object.values(longer)]) {
      const keys = names.map(spellingKey);
      expect(keys).toEqual([...new Set(keys)]);
    }
  });

  it('lead from each name of a group to another of it', () => {
    const alone = groups.flatMap(({ make, names }) =>
      names
        .filter((name) => names.every((other) => other === name || !findsEither(make, other, name)))
        .map((name) => `${make} ${name}`),
    );
    expect(alone).toEqual([]);
  });

  it('keep every longer model apart from the model that its name begins with', () => {
    const confused = namesOfMakes(otherModels().longer).filter(({ make, name }) => {
      const shorter = name.includes(' ') ? name.replace(/ \S+$/, '') : name.slice(0, -1);
      return resolveModelNames({ make, model: shorter, year: 2012 }, [name]).matched.length > 0;
    });
    expect(confused).toEqual([]);
  });

  it('keep every model apart from the one whose name its own contains', () => {
    const confused = Object.entries(otherModels().containing).flatMap(([make, pairs]) =>
      Object.entries(pairs).filter(([long, short]) => findsEither(make, long, short)),
    );
    expect(confused).toEqual([]);
  });

  it('leave it open whether a model has a body that is listed on its own', () => {
    for (const { make, name } of namesOfMakes(otherModels().bodies)) {
      const model = name.replace(/ \S+$/, '');
      expect(resolveModelNames({ make, model, year: 2012 }, [name]).inDoubt).toEqual([name]);
    }
  });

  it('look for every version under the plain name where nothing else is listed', () => {
    const lost = namesOfMakes(otherModels().versions).filter(({ make, name }) => {
      const shorter = name.replace(/ \S+$/, '');
      return !resolveModelNames({ make, model: name, year: 2015 }, [shorter]).inDoubt.includes(shorter);
    });
    expect(lost).toEqual([]);
  });

  it.each([
    ['hybrid', nameWords().hybrid],
    ['plug-in hybrid', nameWords().plugIn],
    ['electric', nameWords().electric],
    ['combustion', nameWords().mildHybrid],
  ])('know a car as %s by every word for it', (powertrain, words) => {
    const others = [...words].filter(
      (word) =>
        powertrainOfName({ listed: `Model ${word}`, added: [word], make: 'Ford', year: 2022 }) !== powertrain,
    );
    expect(others).toEqual([]);
  });

  it('know the cars of every class of Mercedes-Benz by the name of the class', () => {
    for (const name of nameWords().mercedesClasses)
      expect(findsName('Mercedes-Benz', `${name}-Class`, `${name}${name.length > 1 ? '' : ' '}300`)).toBe(
        true,
      );
  });
});
