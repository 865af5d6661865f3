import { readBytes } from '../../lib/read-bytes.ts';

interface Question {
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON, by POST. */
  body?: object;
  timeoutMs: number;
}

/** Many times what any facilitator says; longer answers are read by nobody. */
const MAX_ANSWER_BYTES = 2 ** 20;

/** What a facilitator answers, or `undefined` as body for what is no JSON. Rejects where no whole answer came in time. */
export async function askFacilitator({ url, headers, body, timeoutMs }: Question) {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = new TextDecoder().decode(await readBytes(response, MAX_ANSWER_BYTES));
  return { ok: response.ok, status: response.status, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
