import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { spellingKey } from './spelling.ts';

const namesByMake = z.record(z.string(), z.array(z.string()).min(1));

const otherModelsSchema = z.strictObject({
  longer: namesByMake.describe(
    'Models of their own whose name begins with the whole name of another model of the make: a listed EXPLORER SPORT TRAC is no EXPLORER. Bodies, trims, weight classes and powertrains of one model do not belong here.',
  ),
  bodies: namesByMake.describe(
    'Bodies listed as models of their own, of which some years of the decoder know only the model.',
  ),
  versions: namesByMake.describe(
    'Longer names of a body, a trim or the last of an older generation: their recalls may stand under the plain name where the list has nothing else.',
  ),
});

export const otherModels = onDemand(() => readDataFile('names/other-models.json', otherModelsSchema));

const keysByMake = onDemand(() => {
  const { longer, bodies, versions } = otherModels();
  const keysOf = (table: Readonly<Record<string, readonly string[]>>) =>
    new Map(Object.entries(table).map(([make, models]) => [spellingKey(make), models.map(spellingKey)]));
  return { longer: keysOf(longer), bodies: keysOf(bodies), versions: keysOf(versions) };
});

/** True for an Expedition MAX and the listed EXPEDITION. */
export function isVersionModel(make: string, model: string, listed: string): boolean {
  const own = spellingKey(model);
  const versions = keysByMake().versions.get(spellingKey(make)) ?? [];
  return versions.includes(own) && own.startsWith(spellingKey(listed));
}

/** True when the listed name is a body that the decoder may call by the plain name. */
export function isBodyModel(make: string, model: string, listed: string): boolean {
  return extendsOneOf(keysByMake().bodies.get(spellingKey(make)), model, listed);
}

/** True when the listed name is, or extends, a longer model's name than `model`. */
export function isLongerModel(make: string, model: string, listed: string): boolean {
  return extendsOneOf(keysByMake().longer.get(spellingKey(make)), model, listed);
}

function extendsOneOf(others: readonly string[] = [], model: string, listed: string): boolean {
  const own = spellingKey(model);
  const name = spellingKey(listed);
  return others.some((other) => other !== own && other.startsWith(own) && name.startsWith(other));
}
