import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createTurns } from '../../src/lib/turns.ts';
import { FRESH_MS, STALE_MS } from '../../src/recalls/keeping.ts';
import { startReplayServer } from '../../src/sources/recordings.ts';
import type { StorageConfig } from '../../src/storage/open-storage.ts';
import { hasHaproxy, hasNginx, startHaproxyBefore, startNginxBefore } from '../deploy/open-proxy.ts';
import { seededRandom } from '../payments/fault-plan.ts';
import { cars, worldOf } from '../report/report-world.ts';
import { faults, startFakeSource } from '../sources/fake-source.ts';
import { type Purchase, startBuyers } from './buyers.ts';
import { type ChaosDatabase, openChaosDatabase } from './chaos-database.ts';
import { journalOf, type Member, probe, startMember } from './fleet.ts';
import { type Host, openHosts } from './hosts.ts';
import { startStandIn } from './stand-in.ts';

export interface ChaosReport {
  seed: number;
  /** How often each happened. */
  troubles: Record<string, number>;
  bought: number;
  /** Answers that came at the first try. */
  atOnce: number;
  /** Everything that must not be; empty in a good run. */
  wrongs: string[];
}

interface Options {
  seed: number;
  /** No trouble begins later; each kind comes once at least. */
  minutes: number;
  storage?: StorageConfig['kind'];
  /** A checkout of an earlier version, which every instance has until it is killed for the first time. */
  from?: string;
  say?: (line: string) => void;
}

/** SQLite belongs to one machine. */
const INSTANCES = { postgres: 3, sqlite: 1 } as const;
const BUYERS = 8;
const PORT = 8402;
const OPERATOR_PORT = 9402;
const LONGEST_MS = 3_000;
/** Fewer than the service waits for until a settlement is final. */
const BLOCKS_BACK = 20;
const MOST_JUMP_SECONDS = 7_200;
const CLOCK_SEEN_MS = 1_500;
/** Beside what every buyer tries again after: a clock that is wrong calls a payment expired, a lost network a request late. */
const AGAIN: ReadonlySet<number> = new Set([402, 408, 409, 502, 503]);

const Dated = z.object({ cache: z.string(), ageSeconds: z.number() });
const Recalls = z.object({
  us: z.array(z.object({ campaign: z.string() })),
  canada: z.array(z.unknown()),
  provenance: z.object({ us: Dated, canada: Dated }),
});

/**
 * The whole service while everything that it needs fails in turn and together: instances, each on a host of its own
 * with its own network and clock, behind nginx and haproxy; their database on a small disk, sources, a facilitator and a
 * node. Three share one PostgreSQL through PgBouncer, one has SQLite. Afterwards the ledger is compared with what buyers
 * hold and what the chain has, and all that was written is searched for VINs.
 * The seed decides what happens when; what it happens to is left to the moment.
 */
export async function runChaos({
  seed,
  minutes,
  storage = 'postgres',
  from,
  say = () => undefined,
}: Options): Promise<ChaosReport> {
  await using parts = new AsyncDisposableStack();
  const random = seededRandom(seed);
  const { address, hosts } = parts.use(await openHosts(INSTANCES[storage]));
  const database = parts.use(await openChaosDatabase(storage, address, random, minutes));

  const truth = parts.use(await startReplayServer(cars.flatMap((car) => worldOf(car))));
  let sourcesFail = false;
  const kinds = Object.values(faults);
  const sources = parts.use(
    await startFakeSource(async (request, response) => {
      const fault = sourcesFail && random() < 0.8 ? kinds[Math.floor(random() * kinds.length)] : undefined;
      if (fault) return fault(request, response);
      const answer = await fetch(`${truth.url}${request.url}`);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    }, address),
  );
  const standIn = parts.use(await startStandIn(0, address));
  standIn.settleMs = 10;

  const wrongs: string[] = [];
  const written: Member[] = [];
  async function start(host: Host, checkout = '.'): Promise<Member> {
    const started = await startMember(
      standIn,
      undefined,
      {
        ...database.environment,
        HOST: '0.0.0.0',
        PORT: String(PORT),
        METRICS_HOST: '0.0.0.0',
        METRICS_PORT: String(OPERATOR_PORT),
        VPIC_URL: `${sources.url}/vpic`,
        NHTSA_URL: `${sources.url}/nhtsa`,
        TRANSPORT_CANADA_URL: `${sources.url}/transport-canada`,
        LOG_LEVEL: 'info',
        ...host.environment,
      },
      [...host.within, 'env', '-C', checkout],
    );
    written.push(started);
    started.ended.then((code) => {
      if (code !== null) wrongs.push(`an instance ended by itself with code ${code}: ${started.output()}`);
    });
    return {
      ...started,
      url: `http://${host.address}:${PORT}`,
      operatorUrl: `http://${host.address}:${OPERATOR_PORT}`,
    };
  }
  const members = await Promise.all(hosts.map((host) => start(host, from)));
  parts.defer(() =>
    Promise.all(written.map((member) => member[Symbol.asyncDispose]())).then(() => undefined),
  );
  const allReady = async () => {
    for (const member of members) while ((await probe(member)) !== 200) await wait(200);
  };
  await allReady();

  const addresses = members.map(({ url }) => new URL(url).host);
  const balancers = [
    ...(hasNginx ? [parts.use(await startNginxBefore(addresses))] : []),
    ...(hasHaproxy ? [parts.use(await startHaproxyBefore(addresses))] : []),
  ];
  say(`Buyers come through ${balancers.length} balancers`);
  const buyers = await startBuyers({
    urls: () => (balancers.length > 0 ? balancers : members).map(({ url }) => url),
    count: BUYERS,
    patienceMs: 180_000,
    paths: cars.flatMap(({ vin }) => [`/v1/decode?vin=${vin}`, `/v1/recalls?vin=${vin}`]),
    faultOf: faultOfRecalls,
    again: AGAIN,
  });
  // Everything is in the caches before the trouble begins: what was true once stays true.
  while (buyers.bought.length < 2 * cars.length) await wait(100);

  const one = <Item>(list: readonly Item[]): Item => {
    const chosen = list[Math.floor(random() * list.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  };
  const inTurn = createTurns();
  const running: Promise<void>[] = [];
  const happen: Record<string, (forMs: number) => Promise<void>> = {
    async 'sources fail'(forMs) {
      sourcesFail = true;
      await wait(forMs);
      sourcesFail = false;
    },
    async 'the facilitator fails'(forMs) {
      const ways = ['none', 'cut_before', 'cut_after', 'refuse'] as const;
      standIn.trouble = (path) => (path === '/verify' || path === '/settle' ? one(ways) : 'none');
      await wait(forMs);
      standIn.trouble = () => 'none';
    },
    async 'the chain goes back'() {
      // A payment that is taken back before it could be noted as settled is not sent again: docs/security.md says so.
      await Promise.all(running);
      await using storage = await database.open();
      standIn.takeBack(BLOCKS_BACK, new Set(await journalOf(storage)));
    },
    async 'the node refuses'(forMs) {
      standIn.trouble = (path) => (path === '/' ? one(['none', 'refuse', 'cut_before']) : 'none');
      await wait(forMs);
      standIn.trouble = () => 'none';
    },
    async 'a clock jumps'(forMs) {
      const index = Math.floor(random() * hosts.length);
      // Not while its instance starts, which could only believe it: docs/security.md says so.
      await inTurn(`instance ${index}`, async () => {
        hosts[index]?.setClock(Math.round((random() * 2 - 1) * MOST_JUMP_SECONDS));
        await wait(forMs);
        hosts[index]?.setClock(0);
        // Until the library that moves it has seen that.
        await wait(CLOCK_SEEN_MS);
      });
    },
    async 'an instance is killed'() {
      const index = Math.floor(random() * hosts.length);
      await inTurn(`instance ${index}`, async () => {
        const [member, host] = [members[index], hosts[index]];
        if (member === undefined || host === undefined) return;
        member.child.kill('SIGKILL');
        await member.ended;
        for (let restarted = false; !restarted; ) {
          // One that finds no database ends, and is started again by what has started it.
          restarted = await start(host).then(
            (started) => {
              members[index] = started;
              return true;
            },
            () => false,
          );
        }
      });
    },
    async 'a host is cut off'(forMs) {
      const index = Math.floor(random() * hosts.length);
      await inTurn(`instance ${index}`, async () => {
        hosts[index]?.lose();
        await wait(forMs);
        hosts[index]?.find();
      });
    },
  };

  for (const [name, trouble] of Object.entries(database.troubles))
    happen[name] = (forMs) => inTurn('database', () => trouble(forMs));

  const counts = Object.fromEntries(Object.keys(happen).map((name) => [name, 0]));
  const endMs = performance.now() + minutes * 60_000;
  do {
    for (const [name, trouble] of shuffled(Object.entries(happen), random)) {
      const forMs = 500 + random() * LONGEST_MS;
      say(`${buyers.bought.length} bought; ${name}, ${Math.round(forMs)} ms`);
      counts[name] = (counts[name] ?? 0) + 1;
      const happening = trouble(forMs);
      if (name === 'the chain goes back') await happening;
      running.push(happening);
      await wait(random() * LONGEST_MS);
    }
    await Promise.all(running);
  } while (performance.now() < endMs);

  await allReady();
  const bought = await buyers.stop();
  wrongs.push(...buyers.wrongs, ...(await reckon(bought, standIn.paid, database)));
  wrongs.push(...(await findVins(written, database)));
  return {
    seed,
    troubles: counts,
    bought: bought.length,
    atOnce: bought.filter(({ attempts }) => attempts === 1).length,
    wrongs: [...new Set(wrongs)].slice(0, 20),
  };
}

function shuffled<Item>(list: readonly Item[], random: () => number): Item[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** A car has the recalls that it had, and a copy past its time says so. */
function faultOfRecalls(body: unknown): string | undefined {
  const { success, data } = Recalls.safeParse(body);
  if (!success) return undefined;
  if (data.us.length !== 2 || data.canada.length !== 1)
    return `${data.us.length} recalls of two in the United States, ${data.canada.length} of one in Canada`;
  for (const { cache, ageSeconds } of Object.values(data.provenance)) {
    if (ageSeconds * 1_000 > FRESH_MS + STALE_MS) return `a copy of ${ageSeconds} s was sold`;
    if (ageSeconds * 1_000 > FRESH_MS && cache !== 'stale')
      return `a copy of ${ageSeconds} s is called ${cache}`;
  }
  return undefined;
}

/** Each wallet paid once, on the chain and in the books, for the answer that its owner has. */
async function reckon(
  bought: readonly Purchase[],
  paid: ReadonlyMap<string, { from: string; transaction: string }>,
  database: ChaosDatabase,
): Promise<string[]> {
  const holders = new Set(bought.map(({ payer }) => payer));
  const untilMs = performance.now() + 120_000;
  await using storage = await database.open();
  for (;;) {
    const payers = [...paid.values()].map(({ from }) => from);
    const books = new Set(await journalOf(storage));
    const unpaid = [...holders].filter((payer) => !payers.includes(payer));
    const wrongs = [
      ...payers.filter((payer) => !holders.has(payer)).map(() => 'somebody paid and has no answer'),
      ...(payers.length === new Set(payers).size ? [] : ['somebody paid twice']),
      ...unpaid.map(() => 'somebody has an answer unpaid'),
      ...[...paid.values()]
        .filter(({ transaction }) => !books.has(transaction))
        .map(() => 'a sale is missing in the books'),
      ...(books.size > paid.size ? ['the books have more than the chain'] : []),
    ];
    if (wrongs.length === 0) return wrongs;
    if (performance.now() > untilMs) return [...wrongs, ...(await rowsOf(unpaid, database))];
    await wait(500);
  }
}

/** The rows of these payers in the database, from which the cause can be read. */
async function rowsOf(payers: readonly string[], database: ChaosDatabase): Promise<string[]> {
  const tables = payers.length === 0 ? [] : await database.readTables();
  return tables.flatMap(({ name, text }) => {
    const rows: Record<string, unknown>[] = JSON.parse(text);
    const theirs = rows.filter((row) =>
      payers.some((payer) => `${row.payer}`.toLowerCase() === payer.toLowerCase()),
    );
    return theirs.map(
      ({ answer, payment, ...row }) =>
        `${name}: ${JSON.stringify({ ...row, answer: !!answer, payment: !!payment })}`,
    );
  });
}

/** In logs, in files and in every row but those of the caches. */
async function findVins(members: readonly Member[], database: ChaosDatabase): Promise<string[]> {
  const found: string[] = [];
  const search = (where: string, text: string) => {
    if (cars.some(({ vin }) => text.includes(vin))) found.push(`a VIN stands in ${where}`);
  };
  for (const { output, dataDir } of members) {
    search('the log', output());
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) search(entry.name, await readFile(join(entry.parentPath, entry.name), 'latin1'));
  }
  for (const { name, text } of await database.readTables())
    if (name !== 'cache') search(`table ${name}`, text);
  return found;
}
