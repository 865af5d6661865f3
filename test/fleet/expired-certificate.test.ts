import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { folderOfTest } from '../own-folder.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { anAddress } from './buyers.ts';
import { probe, startMember } from './fleet.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const PATH = `/v1/decode?vin=${SAMPLE_VIN}`;
const hasTool = spawnSync('openssl', ['version']).status === 0;

/** A key with a certificate for this machine that is good for so many days. */
function certify(folder: string, days: number): { key: string; cert: string } {
  const fileOf = (name: string) => join(folder, `${days}-${name}`);
  const openssl = (command: string, ...more: string[]) =>
    execFileSync('openssl', [...command.split(' '), ...more], { stdio: 'ignore' });
  const [key, request, names, cert] = [fileOf('key'), fileOf('request'), fileOf('names'), fileOf('cert')];
  writeFileSync(names, 'subjectAltName=DNS:localhost');
  openssl('req -new -newkey rsa:2048 -nodes -subj /CN=localhost', '-keyout', key, '-out', request);
  openssl(`x509 -req -days ${days}`, '-in', request, '-signkey', key, '-extfile', names, '-out', cert);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** A proxy before a facilitator elsewhere: HTTPS with a certificate that can be changed. */
async function startBefore({ url }: StandIn, certificate: ReturnType<typeof certify>) {
  const server = createServer(certificate, async (request, response) => {
    const sent = request.method === 'POST' ? { method: 'POST', body: await text(request) } : {};
    const answer = await fetch(`${url}${request.url}`, sent);
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  await once(server.listen(0), 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    present(other: ReturnType<typeof certify>) {
      server.setSecureContext(other);
      server.closeAllConnections();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it.skipIf(!hasTool)(
  `sells nothing, and charges nothing, while the certificate of its facilitator has run out${hasTool ? '' : ' (skipped: no openssl here)'}`,
  { timeout: 120_000 },
  async () => {
    const folder = folderOfTest();
    const [good, expired] = [certify(folder, 30), certify(folder, 0)];
    const believed = join(folder, 'believed');
    writeFileSync(believed, good.cert + expired.cert);
    await using standIn = await startStandIn();
    await using front = await startBefore(standIn, good);
    await using member = await startMember(standIn, undefined, {
      FACILITATOR_URL: front.url,
      NODE_EXTRA_CA_CERTS: believed,
    });
    await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
    const requirements = await askRequirements(member.url, PATH);
    const buy = async () => {
      const signature = createPayer(requirements).sign();
      const headers = { 'PAYMENT-SIGNATURE': signature, 'X-Forwarded-For': anAddress() };
      const response = await fetch(`${member.url}${PATH}`, { headers });
      return { status: response.status, ...((await response.json()) as { charged: boolean | null }) };
    };
    expect(await buy()).toMatchObject({ status: 200, charged: true });

    front.present(expired);
    expect(await buy()).toMatchObject({ status: 503, charged: false });
    await expect.poll(() => probe(member), { timeout: 60_000 }).toBe(503);
    expect(standIn.paid.size).toBe(1);

    front.present(good);
    await expect.poll(() => probe(member), { timeout: 60_000 }).toBe(200);
    expect(await buy()).toMatchObject({ status: 200, charged: true });
    expect(standIn.paid.size).toBe(2);
  },
);
