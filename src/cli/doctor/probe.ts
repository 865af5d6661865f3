/** What somebody on the network answered, or why they did not. Nothing in it quotes an address: those hold keys. */
export type ProbeAnswer =
  | { reached: true; status: number; json: unknown }
  | { reached: false; why: 'no answer in time' | 'no connection' };

export interface Probe {
  ask(url: string, init?: { body?: object; headers?: Record<string, string> }): Promise<ProbeAnswer>;
  /** How far the clock of this machine is ahead of each clock that was heard, in seconds. */
  readonly clockLeadsSeconds: readonly number[];
}

export interface ProbeOptions {
  now?: (() => number) | undefined;
  /** How long each answer may take. */
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 8_000;

/** Asks once, with patience; and notes what time the other side has. */
export function createProbe({ now = Date.now, timeoutMs = TIMEOUT_MS }: ProbeOptions = {}): Probe {
  const clockLeadsSeconds: number[] = [];
  return {
    clockLeadsSeconds,
    async ask(url, { body, headers } = {}) {
      const askedAtMs = now();
      try {
        const response = await fetch(url, {
          headers: {
            accept: 'application/json',
            ...(body && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const theirTimeMs = Date.parse(response.headers.get('date') ?? '');
        const text = await response.text();
        if (!Number.isNaN(theirTimeMs))
          clockLeadsSeconds.push(((askedAtMs + now()) / 2 - theirTimeMs) / 1000);
        return { reached: true, status: response.status, json: parse(text) };
      } catch (error) {
        const late = error instanceof Error && error.name === 'TimeoutError';
        return { reached: false, why: late ? 'no answer in time' : 'no connection' };
      }
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
