import type { MirrorStore } from '../../storage/mirror-store.ts';
import { type ComplaintModels, keys, type RecallModels, unpackBlock } from '../blocks.ts';
import { segmentsInUse } from './segments-in-use.ts';

export interface FiledName {
  make: string;
  model: string;
  year: number;
  complaints: number;
  recalls: number;
}

/** Every make, model and year under which our copy of NHTSA's record has something. */
export async function filedNames(store: MirrorStore): Promise<FiledName[]> {
  const names = new Map<string, FiledName>();
  for (const { id } of await segmentsInUse(store, 'recalls', 'complaints'))
    for await (const { key, content } of store.list(id, keys.allModels)) {
      const [, make = '', year = ''] = /^m\/(.*)\/(\d+)$/.exec(key) ?? [];
      const models = unpackBlock(content) as RecallModels | ComplaintModels;
      for (const [model, filed] of models) {
        const name = `${key}/${model}`;
        const known = names.get(name) ?? { make, model, year: Number(year), complaints: 0, recalls: 0 };
        if (Array.isArray(filed)) known.recalls += filed.length;
        else known.complaints += filed.complaints;
        names.set(name, known);
      }
    }
  return [...names.values()];
}
