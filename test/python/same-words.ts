import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient, ForecourtError } from '@forecourt/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { challenge, failure, paidBody, startFakeService, terms } from '../client/fake-service.ts';
import type { PythonEnvironment } from './environment.ts';

const run = promisify(execFile);
const KEY = generatePrivateKey();
const VIN = '5NPDH4AE8DH100013';

/** Makes the call as the test does, and prints what is told of the error. */
const PROGRAM = `import json, os
from eth_account import Account
from forecourt import Forecourt, ForecourtError
events = []
account = Account.from_key(os.environ["KEY"]) if os.environ["PAYS"] else None
with Forecourt(os.environ["URL"], account=account, repeat_for=0, max_per_call_usd=0.25, on_debug=events.append) as client:
    try:
        client.decode(os.environ["VIN"])
        told = None
    except ForecourtError as error:
        told = [type(error).__name__, error.code, str(error), error.charged, error.status, error.retry_after_seconds]
print(json.dumps([told, [one["message"] for one in events if one["kind"] == "warning"]]))`;

type Tell = (url: string, vin: string, pays: boolean) => Promise<unknown>;

const toldBy =
  (python: PythonEnvironment): Tell =>
  async (url, vin, pays) => {
    const env = { PATH: process.env.PATH, KEY, PAYS: pays ? '1' : '', URL: url, VIN: vin };
    const { stdout } = await run(python.program('python'), ['-c', PROGRAM], { env });
    return JSON.parse(stdout);
  };

async function toldHere(url: string, vin: string, pays: boolean): Promise<unknown> {
  const warnings: string[] = [];
  const client = createClient({
    url,
    ...(pays && { account: privateKeyToAccount(KEY) }),
    repeatForMs: 0,
    maxPerCallUsd: 0.25,
    onDebug: (event) => event.kind === 'warning' && warnings.push(event.message),
  });
  const told = await client.decode(vin).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof ForecourtError)) throw error;
      const { name, code, message, charged, status = null, retryAfterSeconds = null } = error;
      return [name, code, message, charged, status, retryAfterSeconds];
    },
  );
  return [told, warnings];
}

const unpaid = challenge();
const withMore = (more: object) => ({ status: 402, body: { ...Object(unpaid.body), ...more } });
const message = 'Correct these parameters: state (is none of them; taken are CA, TX), price (is no number).';
const issues = [{ parameter: 'state', message: 'is none of them' }];
const answered = { status: 200, body: paidBody };

/** Both clients beside each other; in the one environment that the tests of the Python client make. */
export function bothTellTheSame(python: PythonEnvironment): void {
  const toldByPython = toldBy(python);
  test.skipIf(python.skipped).each([
    ['wrong parameters, before a payment', [withMore({ issues, message }), answered]],
    ['wrong parameters', [failure(400, 'invalid_parameters', { message })]],
    [
      'a warning',
      [withMore({ warnings: [{ parameter: 'vin', message: 'Its check digit is wrong.' }] }), answered],
    ],
    ['a car that nobody knows', [unpaid, failure(422, 'vehicle_not_resolved')]],
    [
      'a payment that is refused',
      [
        unpaid,
        {
          status: 402,
          body: { ...Object(unpaid.body), error: 'insufficient_funds', message: 'The wallet is empty.' },
        },
      ],
    ],
    ['a call that is too dear', [challenge([{ ...terms, amount: '300000' }])]],
    ['money that is none', [challenge([{ ...terms, network: 'eip155:1' }])]],
    [
      'offers that cannot be paid',
      [
        withMore({
          accepts: [
            null,
            'text',
            {},
            { ...terms, amount: 'much' },
            { ...terms, maxTimeoutSeconds: 'long' },
            { ...terms, payTo: 5 },
          ],
        }),
      ],
    ],
    ['offers that are in no list', [withMore({ accepts: { ...terms } })]],
    [
      'warnings that are none',
      [withMore({ warnings: [null, 'text', {}] }), failure(422, 'vehicle_not_resolved')],
    ],
    ['an error without a sentence', [failure(400, 'invalid_parameters', { message: undefined })]],
    ['an error whose code is none', [failure(400, 'invalid_parameters', { error: 5 })]],
    ['a list in place of an answer', [{ status: 200, body: [] }]],
    ['nothing in place of an answer', [{ status: 200, body: 'null' }]],
    ['too many calls', [failure(429, 'rate_limited', { retryAfterSeconds: 7 })]],
    ['a source that is down', [unpaid, failure(502, 'upstream_unavailable', { retryAfterSeconds: 30 })]],
    ['a settlement whose end is open', [unpaid, failure(503, 'settlement_pending')]],
    ['somebody else who answers', [{ status: 502, body: '<html>Bad gateway</html>' }]],
  ] as const)('both clients tell the same: %s', async (_, [first, ...paid]) => {
    const tell = async (by: Tell) => {
      await using service = await startFakeService(first, ...paid);
      const told = await by(service.url, VIN, true);
      return JSON.parse(
        JSON.stringify(told).replaceAll(service.url, 'http://service').replaceAll('pay_to', 'payTo'),
      );
    };
    const here = await tell(toldHere);
    expect(await tell(toldByPython)).toEqual(here);
    expect(here).not.toEqual([null, []]);
  });

  test.skipIf(python.skipped).each([
    ['a VIN that is too short', 'short', 'http://127.0.0.1:9', true],
    ['a VIN of wrong letters', '5NPDH4AE8DH1OO013', 'http://127.0.0.1:9', true],
    ['no wallet', VIN, '', false],
  ])('both clients tell the same of what they see themselves: %s', async (_, vin, address, pays) => {
    await using service = await startFakeService(unpaid);
    const url = address || service.url;
    expect(await toldByPython(url, vin, pays)).toEqual(await toldHere(url, vin, pays));
  });
}
