import { CONTAINER_MAGIC } from '@forecourt/vin/dataset-format';

/** Magic, length of the header, header (JSON), sections one after the other. */
export function writeContainer(header: object, sections: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const lengths = Object.fromEntries([...sections].map(([name, bytes]) => [name, bytes.length]));
  const head = new TextEncoder().encode(JSON.stringify({ ...header, sections: lengths }));
  const total = [...sections.values()].reduce((sum, bytes) => sum + bytes.length, 8 + head.length);
  const file = new Uint8Array(total);
  const view = new DataView(file.buffer);
  view.setUint32(0, CONTAINER_MAGIC);
  view.setUint32(4, head.length, true);
  file.set(head, 8);
  let at = 8 + head.length;
  for (const bytes of sections.values()) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}
