import { isServiceError } from '../../errors/service-error.ts';
import type { Knowledge } from '../../products/product.ts';
import { type Enquiry, spelled } from './read-request.ts';

/** The subject of a task. */
export interface Order {
  skillId?: string;
  parameters: Record<string, unknown>;
  /** Questions that were asked and not answered yet, by their parameters. */
  unclear?: Readonly<Record<string, string>>;
}

/** Parameters of which any answers a question for a place. */
const PLACES = ['state', 'province', 'postal_code'];

/** Adds what was said now to an order; an answer to a question ends it. */
export function continueOrder(
  known: Order | undefined,
  { parameters: given, unclear: asked }: Enquiry,
): Order {
  const isAnswered = (name: string) =>
    PLACES.includes(name) ? PLACES.some((place) => place in given) : name in given;
  const open = Object.entries(known?.unclear ?? {}).filter(([name]) => !isAnswered(name));
  const unclear = { ...Object.fromEntries(open), ...asked };
  return {
    parameters: { ...known?.parameters, ...given },
    ...(Object.keys(unclear).length > 0 && { unclear }),
  };
}

export interface Echo {
  words: string;
  data: object;
  /** Questions to be answered before a price is told. */
  questions: readonly string[];
}

/** Says back what was understood, before anything is paid: the car of the VIN, every parameter, and what is no part of it. */
export async function echoOrder(
  { skillId, parameters, unclear = {} }: Order,
  {
    notUsed: said,
    notNeeded,
    mostUsd,
    assumed,
  }: Record<'notUsed' | 'notNeeded', readonly string[]> &
    Record<'mostUsd', number | undefined> & { assumed: object | undefined },
  vehicles: Knowledge['embeddedVehicles'],
): Promise<Echo> {
  const car = await carOf(parameters.vin, vehicles);
  const known = car?.toLowerCase().split(' ') ?? [];
  // The model that a person names beside the VIN is that of the VIN, or a doubt.
  const notUsed = said.filter(
    (words) =>
      !words
        .toLowerCase()
        .split(' ')
        .every((word) => known.includes(word)),
  );
  const otherYear = car && notUsed.find((words) => /^(19|20)\d\d$/.test(words));
  const questions = [
    ...(otherYear
      ? [`The VIN is of a ${car}, not of ${otherYear}: send the VIN again once it is compared with the car.`]
      : []),
    ...Object.values(unclear),
  ];
  const pairs = Object.entries(parameters).map(([name, value]) =>
    name === 'vin' && car ? `vin ${value} (a ${car})` : `${name} ${spelled(value)}`,
  );
  if (mostUsd !== undefined) pairs.push(`at most $${mostUsd} to spend on the answer`);
  const quoted = (words: readonly string[]) => words.map((one) => `"${one}"`).join(', ');
  const besides = notUsed.filter((words) => notNeeded.includes(words));
  const lost = notUsed.filter((words) => !notNeeded.includes(words));
  const words = [
    ...(pairs.length > 0 ? [`Understood: ${pairs.join(', ')}.`] : []),
    ...(besides.length > 0 ? [`Makes no difference to ${skillId}: ${quoted(besides)}.`] : []),
    ...(lost.length > 0 ? [`Not understood: ${quoted(lost)}.`] : []),
  ].join(' ');
  const order = {
    ...(skillId !== undefined && { skill: skillId }),
    parameters,
    ...(assumed && { assumed }),
    ...(mostUsd !== undefined && { mostUsd }),
  };
  return { words, data: { order: { ...order, ...(car && { car }), notUsed } }, questions };
}

async function carOf(vin: unknown, vehicles: Knowledge['embeddedVehicles']): Promise<string | undefined> {
  if (typeof vin !== 'string') return undefined;
  try {
    const { vehicle } = await vehicles.decode(vin.trim().toUpperCase());
    return [vehicle.year, vehicle.make, vehicle.model].filter((one) => one !== null).join(' ');
  } catch (error) {
    // Faults of the VIN are said where the parameters are checked.
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}
