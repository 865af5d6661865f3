import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../own-folder.ts';

const RULES = 'deploy/monitoring/forecourt.rules.yaml';
const rules = readFileSync(RULES, 'utf8');
const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const operations = readFileSync('docs/operations.md', 'utf8');

describe('alarms', () => {
  it('are there', () => expect(alarms.length).toBeGreaterThan(8));

  it.each(alarms)('%s has an entry that says what to do, and names it', (name) => {
    expect(operations).toMatch(new RegExp(`^### ${name}\n\\S`, 'm'));
    expect(rules).toContain(`docs/operations.md#${name.toLowerCase()}`);
  });

  it('are all that the operators’ page explains', () => {
    expect([...operations.matchAll(/^### (Forecourt\w+)$/gm)].map(([, name]) => name)).toEqual(alarms);
  });
});

/** Twenty samples, one a minute; then the alarms that are firing. */
const scenarios: [string, string[]][] = [
  ['up{job="forecourt",instance="a"} 1x20', []],
  ['up{job="forecourt",instance="a"} 0x20', ['ForecourtDown']],
  ['forecourt_ready{instance="a"} 0x20', ['ForecourtCannotSell']],
  [
    'forecourt_requests_total{status="503"} 0+2x20 / forecourt_requests_total{status="200"} 0+100x20',
    ['ForecourtErrors'],
  ],
  ['forecourt_requests_total{status="503"} 0+1x20 / forecourt_requests_total{status="200"} 0+200x20', []],
  ['forecourt_payments_open{instance="a"} 1x20', ['ForecourtPaymentsOpen']],
  [
    'kube_cronjob_status_last_successful_time{cronjob="forecourt-rehearsal"} -3000x20',
    ['ForecourtRehearsalFailed'],
  ],
  ['kube_cronjob_created{cronjob="forecourt-rehearsal"} -3000x20', ['ForecourtRehearsalFailed']],
  [
    'kube_cronjob_created{cronjob="forecourt-rehearsal"} -3000x20 / kube_cronjob_status_last_successful_time{cronjob="forecourt-rehearsal"} 0x20',
    [],
  ],
  ['forecourt_settlement_audits_total{result="lost"} 0x10 1x10', ['ForecourtSettlementLost']],
  ['forecourt_facilitator_doubts_total{doubt="amount"} 0x10 1x10', ['ForecourtFacilitatorDoubted']],
  ['forecourt_mirror_age_seconds{dataset="recalls"} 200000x20', ['ForecourtMirrorOld']],
  ['forecourt_mirror_age_seconds{dataset="recalls"} 90000x20', []],
  ['forecourt_language_model_total{unit="micro_dollars"} 0+1000000x20', ['ForecourtModelDear']],
];

const hasTool = spawnSync('promtool', ['--version']).status === 0;
it.skipIf(!hasTool).each(scenarios)(
  `Prometheus judges %s${hasTool ? '' : ' (skipped: no promtool here)'}`,
  (series, firing) => {
    const inputs = series.split(' / ').map((text) => {
      const [, name = '', values = ''] = /^(\S+) (.+)$/.exec(text) ?? [];
      return { series: name, values };
    });
    // Labels and annotations are not what this is about: promtool compares them too, so they are asked of itself.
    const expected = alarms.map((alertname) => ({ eval_time: '20m', alertname, exp_alerts: [] }));
    const tests = [{ interval: '1m', input_series: inputs, alert_rule_test: expected }];
    const file = join(folderOfTest(), 'test.yaml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [resolve(RULES)], evaluation_interval: '1m', tests }));
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    const said = `${stdout}${stderr}`;
    const fired = said.matchAll(/alertname: ?(\w+), time: 20m,\s+exp:\[\s*\],\s+got:\[\s*\S/g);
    expect(
      Array.from(fired, ([, name]) => name),
      said,
    ).toEqual(firing);
  },
);
