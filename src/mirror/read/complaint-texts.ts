import type { MirrorStore } from '../../storage/mirror-store.ts';
import { keys } from '../blocks.ts';
import { modelsIn, readComplaints } from '../complaint-blocks.ts';
import { segmentsInUse } from './segments-in-use.ts';

interface ComplaintText {
  odiNumber: number;
  /** Joined by commas as in NHTSA's answers. */
  components: string;
  summary: string;
}

/** Every complaint of the copy in use, block by block: what statistics over all words are made of. */
export async function* complaintTexts(store: MirrorStore): AsyncGenerator<ComplaintText> {
  for (const { id } of await segmentsInUse(store, 'complaints')) {
    let head: Uint8Array = new Uint8Array();
    for await (const { key, content } of store.list(id, keys.allComplaints)) {
      // Of complaints nothing is stored as text.
      if (typeof content === 'string') continue;
      if (!keys.isOfTexts(key)) {
        head = content;
        continue;
      }
      const found = modelsIn(head).flatMap((model) => readComplaints({ model, head, texts: content }));
      for (const { odiNumber, components, summary } of found)
        yield { odiNumber: Number(odiNumber), components: components ?? '', summary: summary ?? '' };
    }
  }
}
