import { expect, it } from 'vitest';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { anAddress } from './buyers.ts';
import { probe, startMember } from './fleet.ts';
import { startStandIn } from './stand-in.ts';

const PATH = `/v1/decode?vin=${SAMPLE_VIN}`;
/** Half of what the service gives a node for an answer: who waits for one leaves later. */
const SOON_MS = 2_500;

type Silence = [silent: string, settling: 'none' | 'cut_after', forgets: boolean, (path: string) => boolean];
it.each<Silence>([
  // The outcome of a sale can only be had from it.
  ['the node', 'cut_after', false, (path) => path === '/'],
  ['the node and the check of payments', 'cut_after', false, (path) => path !== '/settle'],
  // A transfer that is not on the chain any more is sent again.
  ['the facilitator', 'none', true, (path) => path === '/settle'],
])(
  'leaves soon after its last answer, also while %s never answers',
  { timeout: 60_000 },
  async (_silent, settling, forgets, isSilent) => {
    await using standIn = await startStandIn();
    await using member = await startMember(standIn, undefined, { SETTLEMENT_DEPTH: '2' });
    const requirements = await askRequirements(member.url, PATH);
    await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
    standIn.trouble = (path) => (path === '/settle' ? settling : 'none');
    const headers = { 'PAYMENT-SIGNATURE': createPayer(requirements).sign(), 'X-Forwarded-For': anAddress() };
    await fetch(`${member.url}${PATH}`, { headers });
    expect(standIn.paid.size).toBe(1);
    if (forgets) standIn.takeBack(1_000);
    standIn.trouble = (path) => (isSilent(path) ? 'hang' : 'none');
    await expect.poll(() => standIn.hanging, { timeout: 20_000 }).toBeGreaterThan(0);

    const stoppedMs = performance.now();
    member.child.kill('SIGTERM');
    expect(await member.ended).toBe(0);
    expect(performance.now() - stoppedMs).toBeLessThan(SOON_MS);
  },
);
