import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../../src/config/variables.ts';
import { createMetrics } from '../../src/events/metrics.ts';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { startReplayServer } from '../../src/sources/recordings.ts';
import { anAddress } from '../fleet/buyers.ts';
import { type Member, probe, startMember } from '../fleet/fleet.ts';
import { type StandIn, startStandIn } from '../fleet/stand-in.ts';
import { type ScriptedModel, startScriptedModel } from '../issues/scripted-model.ts';
import { folderOfTest } from '../own-folder.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { withPostgres } from '../postgres.ts';
import { cars, elantra2013, worldOf } from '../report/report-world.ts';
import { runCommand } from '../run-command.ts';
import { readTable } from '../table.ts';

const PATH = `/v1/decode?vin=${SAMPLE_VIN}`;
const RULES = 'deploy/monitoring/forecourt.rules.yaml';
const rules = readFileSync(RULES, 'utf8');
const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const runbooks = readFileSync('docs/alarms.md', 'utf8');

describe('alarms', () => {
  it('are there', () => expect(alarms.length).toBeGreaterThan(8));

  it.each(alarms)('%s has an entry that says what to do, and names it', (name) => {
    expect(runbooks).toMatch(new RegExp(`^## ${name}\n\\S`, 'm'));
    expect(rules).toContain(`docs/alarms.md#${name.toLowerCase()}`);
  });

  it('name commands, options, metrics and settings that there are', async () => {
    const named = [...runbooks.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    const known = (await createMetrics().registry.metrics()) + Object.keys(variables).join(' ');
    const names = named.filter((code) => /^(forecourt_\w+|[A-Z]+(_[A-Z]+)+)/.test(code));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(known).toContain(/^\w+/.exec(name)?.[0]);
    const commands = named.filter((code) => code.startsWith('forecourt '));
    expect(commands.length).toBeGreaterThan(5);
    for (const command of new Set(commands)) {
      const words = command.split(' ').slice(1);
      const { code, stdout } = await runCommand([...words.filter((word) => !word.startsWith('-')), '--help']);
      expect([command, code]).toEqual([command, 0]);
      for (const option of words.filter((word) => word.startsWith('-'))) expect(stdout).toContain(option);
    }
  });

  it('are all that the operators’ page explains', () => {
    expect([...runbooks.matchAll(/^## (Forecourt\w+)$/gm)].map(([, name]) => name)).toEqual(alarms);
  });
});

const scenarios = readTable('deploy/alarms.txt').map(([series = '', alarms = '']): [string, string[]] => [
  series,
  alarms === '' ? [] : alarms.split(', '),
]);

const hasTool = spawnSync('promtool', ['--version']).status === 0;
const skipped = hasTool ? '' : ' (skipped: no promtool here)';

interface Series {
  series: string;
  values: string;
}

/** The alarms that fire at this minute, as Prometheus judges. */
function firing(inputs: readonly Series[], minute: number): string[] {
  // Labels and annotations are not what this is about: promtool compares them too, so they are asked of itself.
  const expected = alarms.map((alertname) => ({ eval_time: `${minute}m`, alertname, exp_alerts: [] }));
  const isUp = inputs.some(({ series }) => series.startsWith('up'));
  const all = isUp ? inputs : [{ series: 'up{job="forecourt"}', values: `1x${minute}` }, ...inputs];
  const tests = [{ interval: '1m', input_series: all, alert_rule_test: expected }];
  const file = join(folderOfTest(), 'test.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [resolve(RULES)], evaluation_interval: '1m', tests }));
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  const said = `${stdout}${stderr}`;
  expect(said).toMatch(/SUCCESS|exp:/);
  const fired = said.matchAll(/alertname: ?(\w+), time: \w+,\s+exp:\[\s*\],\s+got:\[\s*\S/g);
  return Array.from(fired, ([, name = '']) => name);
}

function read(text: string): Series[] {
  return text.split(' / ').map((one) => {
    const [, series = '', values = ''] = /^(\S+) (.+)$/.exec(one) ?? [];
    return { series, values };
  });
}

it.skipIf(!hasTool).each(scenarios)(`Prometheus judges %s${skipped}`, (series, expected) => {
  expect(firing(read(series), 20)).toEqual(expected);
});

/** The figures that Prometheus reads from a running service. */
async function scrape({ operatorUrl }: Member): Promise<Map<string, number>> {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text();
  const lines = text.matchAll(/^(forecourt_\w+(?:\{.*\})?) (\S+)$/gm);
  return new Map(Array.from(lines, ([, series = '', value]) => [series, Math.round(Number(value))]));
}

/** So much of the sources as sells any car of a report. */
const startSources = () => startReplayServer(cars.flatMap((car) => worldOf(car)));

describe.skipIf(!hasTool)(`a running service, as Prometheus scrapes it${skipped}`, () => {
  it.each([
    ['SQLite', false],
    ['PostgreSQL, without a folder for data', true],
  ])('raises nothing while all is well, on %s', { timeout: 60_000 }, async (_on, isServer) => {
    await using database = isServer ? await withPostgres() : undefined;
    await using standIn = await startStandIn();
    const folder = database && { DATA_DIR: join(folderOfTest(), 'none') };
    await using member = await startMember(standIn, database?.url, folder);
    await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
    await buy(member, PATH);
    const all = [...(await scrape(member))].map(([series, value]) => ({ series, values: `${value}x200` }));
    expect(firing(all, 200)).toEqual([]);
  });

  it('shows that sales have stopped also where it has not sold since its start, and not of a shop that sells little', {
    timeout: 60_000,
  }, async () => {
    await using standIn = await startStandIn();
    await using member = await startMember(standIn, undefined);
    const started = await scrape(member);
    const firingAfter = (settled: string, since: string) =>
      firing(
        [
          { series: 'forecourt_payments_total{outcome="settled",reason="facilitator"}', values: settled },
          { series: 'forecourt_taken_usdc_atomic_total', values: since },
        ],
        1_500,
      );
    const taken = started.get('forecourt_taken_usdc_atomic_total');
    expect(firingAfter('0+1x1380 _x120', `0+1x1380 ${taken}x120`)).toEqual(['ForecourtSalesStopped']);
    expect(firingAfter('0+1x1500', '0+1x1500')).toEqual([]);
    expect(firingAfter('0x700 9x800', '0x700 9x800')).toEqual([]);
  });

  it.each<[what: string, alarm: string, minute: number, Incident]>([
    [
      'a facilitator whose first settlement is none',
      'ForecourtFacilitatorDoubted',
      6,
      {
        begin({ standIn }) {
          standIn.trouble = (path) => (path === '/settle' ? 'lie' : 'none');
        },
      },
    ],
    [
      'a node that dies while sales go on',
      'ForecourtNotAudited',
      130,
      {
        begin({ standIn }) {
          standIn.trouble = (path) => (path === '/' ? 'refuse' : 'none');
        },
      },
    ],
    [
      'a facilitator that takes its time',
      'ForecourtSlow',
      25,
      {
        begin({ standIn }) {
          standIn.settleMs = 15_500;
        },
      },
    ],
    [
      'a settlement that is on the chain no more',
      'ForecourtSettlementDropped',
      6,
      {
        environment: { SETTLEMENT_DEPTH: '2' },
        begin: () => undefined,
        async end({ standIn, member }) {
          standIn.takeBack(1_000);
          const dropped = async () =>
            (await scrape(member)).get('forecourt_settlement_audits_total{result="dropped"}');
          await expect.poll(dropped, { timeout: 30_000 }).toBe(1);
        },
      },
    ],
    [
      'a model whose dear answers are all cut off',
      'ForecourtModelDear',
      6,
      {
        path: `/v1/known-issues?vin=${elantra2013.vin}`,
        environment: { LLM_PRICE: '3000,15000', LLM_MONTHLY_BUDGET_USD: '1000' },
        begin({ model }) {
          model.behave = () => 'truncated';
        },
      },
    ],
    [
      'sources that are away',
      'ForecourtSourceResting',
      70,
      {
        path: `/v1/recalls?vin=${elantra2013.vin}`,
        environment: { NHTSA_URL: 'http://127.0.0.1:1', TRANSPORT_CANADA_URL: 'http://127.0.0.1:1' },
        begin: () => undefined,
        async end({ member }) {
          for (const { vin } of cars) await buy(member, `/v1/recalls?vin=${vin}`);
        },
      },
    ],
  ])('%s: %s', { timeout: 120_000 }, async (_what, alarm, minute, incident) => {
    await using standIn = await startStandIn();
    await using sources = await startSources();
    await using model = await startScriptedModel();
    await using member = await startMember(standIn, undefined, {
      VPIC_URL: `${sources.url}/vpic`,
      NHTSA_URL: `${sources.url}/nhtsa`,
      TRANSPORT_CANADA_URL: `${sources.url}/transport-canada`,
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'scripted',
      LLM_API_KEY: 'none',
      LLM_BASE_URL: model.baseUrl,
      ...incident.environment,
    });
    await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
    const quiet = await scrape(member);
    incident.begin({ standIn, member, model });
    await buy(member, incident.path ?? PATH);
    await incident.end?.({ standIn, member, model });
    const after = await scrape(member);
    const series = [...after].map(([name, value]) => {
      const before = quiet.get(name);
      // A counter goes on as in this minute; one that was not there before begins with the incident.
      const isCount = /_(total|count|bucket)\b/.test(name);
      const later = isCount ? `${value}+${value - (before ?? 0)}x200` : `${value}x200`;
      return { series: name, values: `${before === undefined ? '_x4' : `${before}x4`} ${later}` };
    });
    expect(firing(series, 4)).toEqual([]);
    expect(firing(series, minute)).toContain(alarm);
  });
});

interface Stage {
  standIn: StandIn;
  member: Member;
  model: ScriptedModel;
}

interface Incident {
  environment?: Record<string, string>;
  /** Purchases meanwhile. */
  path?: string;
  /** Before the purchase. */
  begin(stage: Stage): void;
  /** After it. */
  end?(stage: Stage): Promise<void>;
}

async function buy({ url }: Member, path: string): Promise<void> {
  const signature = createPayer(await askRequirements(url, path)).sign();
  const response = await fetch(`${url}${path}`, {
    headers: { 'PAYMENT-SIGNATURE': signature, 'X-Forwarded-For': anAddress() },
  });
  await response.arrayBuffer();
}
