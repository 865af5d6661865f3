import { readTerms } from '@forecourt/client/buying';
import { systemClock } from '../../lib/clock.ts';
import { networkByName } from '../../payments/evm/networks.ts';
import {
  checkClock,
  createProbe,
  type Finding,
  ok,
  type Probe,
  type ProbeAnswer,
  type ProbeOptions,
  problem,
  warning,
} from './probe.ts';

/** Looks at a running service from outside, as a caller. Pays nothing. */
export async function examineService(url: string, options?: ProbeOptions): Promise<Finding[]> {
  const base = url.replace(/\/+$/, '');
  const probe = createProbe(options);
  const [health, unpaid] = await Promise.all([probe.ask(`${base}/health`), probe.ask(`${base}/v1/decode`)]);
  // One cause is said once.
  if (!health.reached) return checkHealth(health);
  const counted = await countedForOne(probe, base);
  return [...checkHealth(health), checkChallenge(unpaid), ...checkAddresses(counted), checkClock(probe)];
}

function checkHealth(answer: ProbeAnswer): Finding[] {
  if (!answer.reached)
    return [problem('service', `cannot be reached: ${answer.why}`, 'Start it, or correct --url.')];
  const health = Object(answer.json);
  if (answer.status !== 200 || typeof health.interfaceVersion !== 'string') {
    return [
      problem('service', `is no Forecourt: /health answers with status ${answer.status}`, 'Correct --url.'),
    ];
  }
  const failing = Object.entries(Object(health.sources)).filter(
    ([, source]) => Object(source).state === 'failing' || Object(source).state === 'resting',
  );
  return [
    ok('service', `version ${health.version} answers`),
    health.storage?.ok
      ? ok('storage', `${health.storage.kind} answers`)
      : problem('storage', 'does not answer the service', 'Run "forecourt doctor" where the service runs.'),
    health.payments?.ready
      ? ok('payments', `are ${health.paymentMode}`)
      : problem('payments', 'cannot be settled just now', 'Run "forecourt doctor" where the service runs.'),
    ...failing.map(([name]) =>
      warning(
        name,
        'does not answer the service',
        'Copies that are kept are served meanwhile; what has none is answered with 502 and costs nothing.',
      ),
    ),
  ];
}

function checkChallenge(answer: ProbeAnswer): Finding {
  const fix = 'See that the proxy in front of the service passes status 402 and its body on.';
  if (!answer.reached) return problem('challenge', `an unpaid call gets ${answer.why}`, fix);
  const { status, json } = answer;
  if (status !== 402) {
    return problem(
      'challenge',
      `an unpaid call is answered by ${status} in place of 402`,
      status === BAD_GATEWAY ? FIX_OF_BAD_GATEWAY : fix,
    );
  }
  try {
    const { payTo, network } = readTerms(Object(json), undefined, ['exact']);
    return ok('challenge', `asks for ${networkByName.get(network)?.money}, to ${payTo}`);
  } catch {
    return problem('challenge', 'does not ask for USDC on Base', fix);
  }
}

const TRIES = 3;
/** Until instances know what came to the others. */
const MERGED_MS = 2_000;

/**
 * Calls something free under two invented addresses, and gives what counts for the first of them then: its own calls, or
 * those of both. The addresses are of networks for documentation, so that no caller's calls are used up.
 */
async function countedForOne(probe: Probe, base: string): Promise<number | undefined> {
  const invented = ['203.0.113', '198.51.100'].map(
    (network) => `${network}.${Math.ceil(Math.random() * 254)}`,
  );
  const ask = (address = '') => probe.ask(`${base}/llms.txt`, { headers: { 'x-forwarded-for': address } });
  const countIn = (answer: ProbeAnswer): number => {
    const read = (name: string, field: RegExp) =>
      Number(answer.reached ? (field.exec(answer.headers.get(name) ?? '')?.[1] ?? Number.NaN) : Number.NaN);
    return read('ratelimit-policy', /q=(\d+)/) - read('ratelimit', /r=(\d+)/);
  };
  let counted = Number.NaN;
  for (let tries = 0; tries < TRIES; tries++)
    for (const address of invented) counted = countIn(await ask(address));
  if (counted <= TRIES + 1) {
    // Other instances may have counted some of them.
    await systemClock.sleep(MERGED_MS);
    counted = countIn(await ask(invented[0]));
  }
  return Number.isNaN(counted) ? undefined : counted;
}

function checkAddresses(counted: number | undefined): Finding[] {
  if (counted === undefined) return [];
  if (counted > TRIES + 1) return [ok('addresses', 'callers are counted by their own, whatever they write')];
  return [
    problem(
      'addresses',
      `after ${2 * TRIES + 1} calls under two invented X-Forwarded-For each counts for itself: limits can be walked round`,
      'Let the proxy append the address that it sees (nginx: proxy_set_header X-Forwarded-For ' +
        '$proxy_add_x_forwarded_for;), and set TRUSTED_PROXIES to the number of proxies that do.',
    ),
  ];
}

const BAD_GATEWAY = 502;
const FIX_OF_BAD_GATEWAY =
  'See that the proxy reaches the service, and that its buffer for the headers of an answer holds 4 KB ' +
  '(nginx: proxy_buffer_size).';
