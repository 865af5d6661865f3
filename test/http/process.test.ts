import { once } from 'node:events';
import { connect } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../own-folder.ts';
import { runCommand } from '../run-command.ts';
import { startServiceProcess } from '../service-process.ts';

const VIN = '5NPDH4AE8DH100013';

describe('the service as a process', () => {
  it('says what runs where and how to make the first call', async () => {
    await using service = await startServiceProcess();
    expect(service.output()).toContain('SQLite in');
    expect(service.output()).toContain('DEV: a chain on this machine, no real money');
    expect(service.output()).toMatch(/try\s+curl http:\/\/localhost:\d+\/v1\/sample\/decode/);
  });

  it('logs every request by its route, and never a VIN, a query, a payment or a client', async () => {
    await using service = await startServiceProcess({ LOG_LEVEL: 'debug' });
    const secret = 'c2VjcmV0LXBheW1lbnQ=';
    await fetch(`${service.url}/v1/decode?vin=${VIN}&note=private`);
    await fetch(`${service.url}/v1/decode?vin=${VIN}`, { headers: { 'PAYMENT-SIGNATURE': secret } });
    await fetch(`${service.url}/unknown/${VIN}`);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): Record<string, unknown> => JSON.parse(line));
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
      { route: '/v1/decode', status: 402, requestId: expect.any(String), durationMs: expect.any(Number) },
      { route: '/v1/decode', status: 400 },
      { route: 'unmatched', status: 404 },
    ]);
    expect(service.output()).not.toMatch(new RegExp(`${VIN}|private|${secret}|127\\.0\\.0\\.1`));
  });

  it.each([
    ['in colour', {}, true],
    ['without where NO_COLOR asks for none', { NO_COLOR: '1' }, false],
  ])('logs a line of words for each request on a terminal, %s', async (_, environment, hasColour) => {
    const terminal = ['sh', '-c', 'exec script -qec "$*" /dev/null', 'sh'];
    await using service = await startServiceProcess({ TERM: 'xterm', ...environment }, terminal);
    await fetch(`${service.url}/v1/decode?vin=${VIN}`);
    await expect.poll(service.output).toContain('/v1/decode');
    const said = stripVTControlCharacters(service.output());
    expect(said).toMatch(/^\d\d:\d\d:\d\d {2}GET \/v1\/decode 402 in [\d.]+ ms\r$/m);
    expect(said).not.toContain('{"');
    expect(service.output() !== said).toBe(hasColour);
  });

  it('finishes what runs when it is asked to stop, takes nothing new, and ends with code 0', async () => {
    await using service = await startServiceProcess();
    const port = Number(new URL(service.url).port);
    // Kept open: a request that comes on it after the signal hears that the service is closing.
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    await once(socket, 'connect');
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n');
    service.child.kill('SIGTERM');
    await new Promise<void>((resolve) => {
      const look = () => (service.output().includes('SIGTERM: finishing') ? resolve() : setImmediate(look));
      look();
    });
    socket.write('\r\n');
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 (200|503)/);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(await service.ended).toBe(0);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  });

  it('does not start with a wrong configuration: one line per problem, code 2, no secret shown', async () => {
    const wrong = { PORT: 'many', FACILITATOR_PRIVATE_KEY: 'hunter2' };
    const { code, stderr } = await runCommand(['serve'], wrong);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ {2}PORT must be a whole number$/m);
    expect(stderr).toMatch(/^ {2}FACILITATOR_PRIVATE_KEY must be a private key/m);
    expect(stderr).not.toContain('hunter2');
  });

  it('says what to do where its port is taken', async () => {
    await using service = await startServiceProcess();
    const { port } = new URL(service.url);
    const { code, stderr } = await runCommand(['serve'], { PORT: port, DATA_DIR: folderOfTest() });
    expect(stderr).toContain(`Port ${port} is taken: set PORT to another`);
    expect(code).toBe(1);
  });

  it.each([
    ['a hint', 2, 'Did you mean', ['cots']],
    ['a hint', 2, 'Did you mean', ['costs', '--contry', 'CA']],
    ['what is no address', 2, '--url must be an http or https address', ['doctor', '--url', 'nope']],
    ['the table of variables', 0, /TRUSTED_PROXIES\s+Number of proxies/, ['serve', '--help']],
  ])('says %s and ends with code %i', async (_what, code, said, args) => {
    const ended = await runCommand(args);
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringMatching(said)]);
  });
});
