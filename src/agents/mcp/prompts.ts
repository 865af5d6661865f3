import { findVins } from '@forecourt/vin/find-vins';
import { z } from 'zod';
import { vinParameter } from '../../products/parameters.ts';
import { invalidParams } from '../json-rpc.ts';

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** Names of product parameters that have the same values. */
  takenFrom: readonly string[];
}

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  text(given: Record<string, string>, tools: string): string;
}

const argument = (name: string, description: string, takenFrom: readonly string[] = []): PromptArgument => ({
  name,
  description,
  required: true,
  takenFrom,
});
const optional = (given: PromptArgument): PromptArgument => ({ ...given, required: false });

const vin = argument('vin', 'The 17 characters of the VIN');
const place = argument('place', 'Province or state of registration', ['province', 'state']);
const price = argument('price', 'Asking price in the currency of the place');
const seller = optional(argument('seller', 'private or dealer; private where left out', ['sale_type']));

const honesty =
  'Say plainly what the data does not say, cite campaign and complaint numbers exactly as returned, and never present ' +
  'a recall of the model as unrepaired on this car.';

const all: readonly Prompt[] = [
  {
    name: 'check_before_buying',
    title: 'Check a used car before buying it',
    description:
      'What a VIN means before money changes hands: the car, its recalls, its known issues, its costs',
    arguments: [vin, optional(place), optional(price), seller],
    text: (given, tools) =>
      `I may buy the used car with the VIN ${given.vin}${describeSale(given)}. Find out with the tools of Forecourt ` +
      `(${tools}) what it is, which recalls concern its model, which failures its owners report` +
      `${given.place ? ' and what buying it there will cost in taxes and fees' : ''}. Tell me the total price of the ` +
      `paid calls before you make them: get_prepurchase puts together what the others give for one VIN, with what to ` +
      `look at first, so buy it or them. End with what to have inspected and what to ask the seller. ${honesty}`,
  },
  {
    name: 'explain_recalls',
    title: 'Explain the recalls of a car',
    description: 'The safety recalls of a VIN in the United States and Canada, the urgent ones first',
    arguments: [vin],
    text: (given, tools) =>
      `Explain the safety recalls that concern the car with the VIN ${given.vin}, using the tools of Forecourt ` +
      `(${tools}). Begin with anything that says not to drive or to park outside, and tell me how to find out ` +
      `whether this very car was repaired. ${honesty}`,
  },
  {
    name: 'estimate_closing_costs',
    title: 'Work out taxes and fees of a purchase',
    description: 'What buying a used car costs in a province or state on top of its price, line by line',
    arguments: [place, price, seller],
    text: (given, tools) =>
      `Work out with the tools of Forecourt (${tools}) what I pay in taxes and government fees${describeSale(given)}. ` +
      'Show every line with its source, and say which figures are ranges and what would settle them.',
  },
];

const getParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string().max(200)).nullish(),
});

export const listPrompts = () =>
  all.map(({ text: _text, arguments: taken, ...listed }) => ({
    ...listed,
    arguments: taken.map(({ takenFrom: _takenFrom, ...argument }) => argument),
  }));

/** `tools` are their names with what each costs. */
export function getPrompt(params: unknown, tools: string) {
  const parsed = getParams.safeParse(params);
  if (!parsed.success) {
    throw invalidParams('prompts/get takes a name and arguments of at most 200 characters.');
  }
  const prompt = all.find(({ name }) => name === parsed.data.name);
  if (!prompt) throw invalidParams('There is no such prompt; prompts/list lists all.');
  const said = parsed.data.arguments ?? {};
  // A person fills it in: it may be pasted with what stood around it.
  const [found] = findVins(said.vin ?? '').fitting;
  const given: Record<string, string> = { ...said, ...(found !== undefined && { vin: found }) };
  const missing = prompt.arguments.filter(({ name, required }) => required && !given[name]);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw invalidParams(`This prompt needs: ${names}.`);
  }
  if (given.vin !== undefined && !vinParameter.safeParse(given.vin).success)
    throw invalidParams('A VIN has 17 characters: digits, and letters without I, O and Q.');
  const { description } = prompt;
  const content = { type: 'text', text: prompt.text(given, tools) };
  return { description, messages: [{ role: 'user', content }] };
}

export function promptArgument(prompt: string | undefined, name: string): PromptArgument | undefined {
  return all.find((candidate) => candidate.name === prompt)?.arguments.find((taken) => taken.name === name);
}

function describeSale({ place, price, seller }: Record<string, string>): string {
  const parts = [
    ...(price ? [`for ${price}`] : []),
    ...(place ? [`in ${place}`] : []),
    ...(price || place ? [seller === 'dealer' ? 'from a dealer' : 'from a private seller'] : []),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(' ')}`;
}
