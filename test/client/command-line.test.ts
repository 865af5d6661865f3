import { afterAll, describe, expect, test } from 'vitest';
import { startDevService } from '../payments/dev-service.ts';
import { runCommand } from '../run-command.ts';

const VIN = '5NPDH4AE8DH100013';
const SALE = ['--country', 'CA', '--province', 'ON', '--price', '25000', '--sale-type', 'private'];

const service = await startDevService();
afterAll(() => service[Symbol.asyncDispose]());

const run = (args: string[], environment: Record<string, string> = {}) =>
  runCommand(args, { FORECOURT_WALLET_KEY: service.payments.wallet.privateKey, ...environment });

describe('commands buy from a service', () => {
  test('a decode as JSON, with what was paid beside it', async () => {
    const { code, stdout, stderr } = await run(['decode', VIN, '--json', '--url', service.url]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ vin: VIN, vehicle: { model: 'Elantra' }, charged: true });
    expect(stderr).toMatch(/^Paid \$0\.01, transaction 0x[0-9a-f]{64}$/m);
  });

  test('a decode for reading', async () => {
    const { stdout } = await run(['decode', VIN, '--url', service.url]);
    expect(stdout).toContain(`${VIN}  2013 Hyundai Elantra`);
  });

  test('the costs of a purchase', async () => {
    const { code, stdout, stderr } = await run(['costs', ...SALE, '--family-gift', '--url', service.url]);
    expect(stderr).toContain('Paid $0.02');
    expect(code).toBe(0);
    expect(stdout).toBe((await run(['costs', ...SALE, '--family-gift'])).stdout);
  });
});

describe('commands pay nothing and say why', () => {
  test.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['above what may be spent', ['--max-spend', '0.005'], {}, 1, /costs \$0\.01.*may cost \$0\.005/],
    ['without a wallet', [], { FORECOURT_WALLET_KEY: '' }, 2, /Set FORECOURT_WALLET_KEY/],
    ['with a key that is none', [], { FORECOURT_WALLET_KEY: 'hunter2' }, 2, /must be a private key/],
    ['with an amount that is none', ['--max-spend', 'all'], {}, 2, /such as 0\.25/],
    ['with what only this machine can do', ['--trace'], {}, 2, /leave out --url/],
  ])('%s', async (_name, args, environment, exitCode, message) => {
    const { code, stderr, stdout } = await run(['decode', VIN, '--url', service.url, ...args], environment);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('hunter2');
    expect([code, stdout]).toEqual([exitCode, '']);
  });

  test('for a car that the service cannot resolve', async () => {
    const { code, stderr } = await run(['decode', '1'.repeat(17), '--url', service.url]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^forecourt: Make, model and year of this VIN could not all be resolved/);
  });

  test('when --max-spend is given without a service', async () => {
    const { code, stderr } = await run(['recalls', VIN, '--max-spend', '1']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--max-spend needs --url')]);
  });
});
