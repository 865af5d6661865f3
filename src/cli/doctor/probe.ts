/** The outcome of one check. A problem keeps the service from doing its work; a warning will, or may. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'problem';
  what: string;
  /** The advice; absent where all is well. */
  fix?: string;
}

export const ok = (check: string, what: string): Finding => ({ check, state: 'ok', what });
export const warning = (check: string, what: string, fix: string): Finding => ({
  check,
  state: 'warning',
  what,
  fix,
});
export const problem = (check: string, what: string, fix: string): Finding => ({
  check,
  state: 'problem',
  what,
  fix,
});

/** The answer of somebody on the network, or why there is none. Nothing in it quotes an address: those hold keys. */
export type ProbeAnswer =
  | { reached: true; status: number; json: unknown; headers: Headers }
  | { reached: false; why: string };

export type Probe = ReturnType<typeof createProbe>;

export interface ProbeOptions {
  now?: (() => number) | undefined;
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 8_000;

/** Asks once, up to a deadline, and notes what time the other side has. */
export function createProbe({ now = Date.now, timeoutMs = TIMEOUT_MS }: ProbeOptions = {}) {
  const clockLeadsSeconds: number[] = [];
  return {
    /** Seconds by which the clock of this machine is ahead of each clock that was heard. */
    clockLeadsSeconds,
    timeoutMs,
    async ask(
      url: string,
      { body, headers }: { body?: object; headers?: Record<string, string> } = {},
    ): Promise<ProbeAnswer> {
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
        const { status, headers: answered } = response;
        return { reached: true, status, json: parse(text), headers: answered };
      } catch (error) {
        return { reached: false, why: whyNot(error) };
      }
    },
  };
}

function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = Object(error.cause);
  return /CERT|LEAF_SIGNATURE/.test(code) ? `its certificate is refused (${code})` : 'no connection';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Payments are good for two minutes, and other clocks show whole seconds only. */
const MOST_SECONDS = 10;

/** Compares with the clocks of those who were asked, of whom a single one may be wrong. */
export function checkClock({ clockLeadsSeconds }: Probe): Finding {
  const leads = [...clockLeadsSeconds].sort((one, other) => one - other);
  const median = leads[Math.floor(leads.length / 2)];
  if (median === undefined) {
    return warning('clock', 'there was nobody to compare it with', 'See that something like NTP sets it.');
  }
  if (Math.abs(median) <= MOST_SECONDS) return ok('clock', 'agrees with those of others');
  const seconds = Math.round(Math.abs(median));
  return problem(
    'clock',
    `is ${seconds} seconds ${median > 0 ? 'ahead of' : 'behind'} those of others`,
    'Set it, and let NTP keep it: payments would count as expired or as not valid yet.',
  );
}
