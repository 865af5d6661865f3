import { z } from 'zod';
import type { Knowledge, Listing } from '../../products/product.ts';
import { invalidParams } from '../json-rpc.ts';
import { promptArgument } from './prompts.ts';
import { placeId, placeTemplate, vinTemplate } from './resources.ts';

interface Options {
  products: readonly Listing[];
  knowledge: { costs: Pick<Knowledge['costs'], 'figures'> };
}

interface Choice {
  value: string;
  words: string;
}

/** Limit of the protocol. */
const MOST_VALUES = 100;

const completeParams = z.looseObject({
  ref: z.looseObject({ type: z.string(), name: z.string().optional(), uri: z.string().optional() }),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
});

/** Completes arguments of prompts and of resource templates: places by their codes and by their names. */
export function createCompletions({ products, knowledge }: Options) {
  const parameters = products.flatMap((product) => product.parameters);
  const names = new Map(knowledge.costs.figures.map((place) => [place.code, place.name]));
  const places = knowledge.costs.figures.map((place) => asChoice(place));

  /** Lists the values that parameters of the products may have; only a place has a name besides. */
  const choicesOf = (wanted: readonly string[]): Choice[] => {
    const found = parameters.filter(({ name }) => wanted.includes(name));
    const values = new Set(found.flatMap(({ schema }) => (schema.enum ?? []).map(String)));
    return [...values].map((value) => ({ value, words: `${value} ${names.get(value) ?? ''}` }));
  };

  function choices(ref: { type: string; name?: string; uri?: string }, argument: string) {
    if (ref.type === 'ref/prompt') {
      const completed = promptArgument(ref.name, argument);
      return completed && choicesOf(completed.takenFrom);
    }
    if (ref.type !== 'ref/resource') return undefined;
    if (ref.uri === placeTemplate && argument === 'place') return places;
    // Nobody can guess the rest of a VIN.
    return ref.uri === vinTemplate && argument === 'vin' ? [] : undefined;
  }

  return {
    complete(params: unknown): object {
      const parsed = completeParams.safeParse(params);
      const { ref, argument } = parsed.data ?? {};
      if (!ref || !argument) {
        throw invalidParams('completion/complete takes a ref, and an argument with name and value.');
      }
      const possible = choices(
        { type: ref.type, ...(ref.name && { name: ref.name }), ...(ref.uri && { uri: ref.uri }) },
        argument.name,
      );
      if (!possible) {
        throw invalidParams(
          'There is no such prompt, template or argument; prompts/list and resources/templates/list list all.',
        );
      }
      const values = begunWith(argument.value, possible);
      const given = values.slice(0, MOST_VALUES);
      return { completion: { values: given, total: values.length, hasMore: given.length < values.length } };
    },
  };
}

const asChoice = (place: Knowledge['costs']['figures'][number]): Choice => ({
  value: placeId(place),
  words: `${placeId(place)} ${place.code} ${place.name}`,
});

/** Puts choices whose value begins so before those of which only a word does. */
function begunWith(text: string, choices: readonly Choice[]): string[] {
  const begun = text.trim().toLowerCase();
  const starts = (words: string) => ` ${words.toLowerCase()}`.includes(` ${begun}`);
  const found = choices.filter(({ words }) => starts(words));
  const byValue = ({ value }: Choice) => value.toLowerCase().startsWith(begun);
  return [...found.filter(byValue), ...found.filter((choice) => !byValue(choice))].map(({ value }) => value);
}
