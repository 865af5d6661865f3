import type { MirrorStore } from '../../storage/mirror-store.ts';
import { keys } from '../blocks.ts';
import { modelsInBlock, readComplaints } from '../complaint-blocks.ts';

interface ComplaintText {
  odiNumber: number;
  /** Joined by commas as in NHTSA's answers. */
  components: string;
  summary: string;
}

/** Every complaint of the copy in use, block by block: what statistics over all words are made of. */
export async function* complaintTexts(store: MirrorStore): AsyncGenerator<ComplaintText> {
  const generation = await store.generation('complaints');
  for (const { id } of generation?.segments ?? [])
    for await (const { content } of store.list(id, keys.allComplaints)) {
      const found = modelsInBlock(content).flatMap((model) => readComplaints({ model, content }));
      for (const { odiNumber, components, summary } of found)
        yield { odiNumber: Number(odiNumber), components: components ?? '', summary: summary ?? '' };
    }
}
