/** A response as any `fetch` gives it. */
interface Received {
  headers: { get(name: string): string | null };
  body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/** The body is longer than may be taken in. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Reads at most `maxBytes`, counted after decompression, so that no answer can fill the memory. What it gives has its
 * memory for itself, and can be handed over to a thread.
 */
export async function readBytes(response: Received, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declaredBytes = Number(response.headers.get('content-length') ?? 0);
  if (declaredBytes > maxBytes) {
    await response.body?.cancel();
    throw new TooLargeError('The body is too large');
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new TooLargeError('The body is too large');
    chunks.push(chunk);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
