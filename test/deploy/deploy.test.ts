import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addRehearseCommand } from '../../src/cli/commands/rehearse.ts';
import { readConfig } from '../../src/config/config.ts';
import { describeSettings, variables } from '../../src/config/variables.ts';
import { declared } from '../documents/declared.ts';
import { folderOfTest } from '../own-folder.ts';

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');

/** A parser that comes with a tool of ours; none is worth a dependency of its own. */
const parser: { parseAllDocuments(text: string): { errors: unknown[]; toJS(): unknown }[] } = createRequire(
  createRequire(import.meta.url).resolve('vite'),
)('yaml');

const documentsOf = (name: string) => documentsIn(read(name));

function documentsIn(text: string): unknown[] {
  return parser.parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

/** The value at a place such as `spec.containers.0`. */
const at = (value: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((inside, name) => Object(inside)[name], value);

const { leaveMs, drainDeadlineMs } = readConfig({
  DATABASE_URL: 'postgres://one',
  PAY_TO: `0x${'12'.repeat(20)}`,
  FACILITATOR_URL: 'https://facilitator.example',
});
const stopSeconds = (leaveMs + drainDeadlineMs) / 1000;

describe('kubernetes', () => {
  const files = [
    'settings.yaml',
    'forecourt.yaml',
    'autoscaling.yaml',
    'network-policy.yaml',
    'ingress.yaml',
  ];
  // Settings apart that only kustomization.yaml reads.
  const documents = files
    .flatMap((file) => documentsOf(`kubernetes/${file}`))
    .filter((document) => at(document, 'metadata.name') === 'forecourt');
  const ofKind = new Map(documents.map((document) => [at(document, 'kind'), document]));
  const find = (kind: string, place: string) => at(ofKind.get(kind), place);
  const pod = find('Deployment', 'spec.template');
  const container = at(pod, 'spec.containers.0');

  test('keeps one of two replicas through a disruption, and finds both', () => {
    expect(find('HorizontalPodAutoscaler', 'spec.minReplicas')).toBe(2);
    expect(find('Deployment', 'spec.replicas')).toBeUndefined();
    expect(find('PodDisruptionBudget', 'spec.minAvailable')).toBe(1);
    const label = at(pod, 'metadata.labels');
    const name = find('Deployment', 'metadata.name');
    expect(find('HorizontalPodAutoscaler', 'spec.scaleTargetRef.name')).toBe(name);
    expect(find('NetworkPolicy', 'spec.podSelector.matchLabels')).toEqual(label);
    expect(find('PodDisruptionBudget', 'spec.selector.matchLabels')).toEqual(label);
    expect(find('Deployment', 'spec.selector.matchLabels')).toEqual(label);
    expect(find('Service', 'spec.selector')).toEqual(label);
  });

  test('is one customisation, which names the image by its digest', () => {
    const [customisation] = documentsOf('kubernetes/kustomization.yaml');
    expect(at(customisation, 'resources')).toEqual(files);
    expect(at(customisation, 'images.0.digest')).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(String(at(container, 'image')).split(':')[0]).toBe(at(customisation, 'images.0.name'));
  });

  test('lets callers to one port and Prometheus to the other', () => {
    const ports = at(container, 'ports') as { name: string }[];
    const rules = find('NetworkPolicy', 'spec.ingress') as { ports: { port: string }[] }[];
    const open = rules.flatMap((rule) => rule.ports.map(({ port }) => port));
    expect(open).toEqual(ports.map(({ name }) => name));
    expect(rules.every((rule) => 'from' in rule)).toBe(true);
    expect(find('ConfigMap', 'data.METRICS_HOST')).toBe('0.0.0.0');
  });

  test('lets the world in at its public address, for as long as an answer may take', () => {
    const host = new URL(String(find('ConfigMap', 'data.PUBLIC_URL'))).host;
    expect(find('Ingress', 'spec.tls.0.hosts')).toEqual([host]);
    const port = { name: find('Service', 'spec.ports.0.name') };
    const backend = { service: { name: find('Service', 'metadata.name'), port } };
    const paths = [{ path: '/', pathType: 'Prefix', backend }];
    expect(find('Ingress', 'spec.rules')).toEqual([{ host, http: { paths } }]);
    const annotations = Object(find('Ingress', 'metadata.annotations'));
    const seconds = Number(annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']);
    expect(seconds).toBeGreaterThan(readConfig({}).requestDeadlineMs / 1000);
  });

  test('waits until what runs is finished', () => {
    expect(at(pod, 'spec.terminationGracePeriodSeconds')).toBeGreaterThan(stopSeconds);
  });

  test('probes what the service serves', () => {
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'];
    const paths = probes.map((probe) => at(container, `${probe}.httpGet`));
    expect(paths).toEqual(['/livez', '/readyz', '/livez'].map((path) => ({ path, port: 'metrics' })));
    const { METRICS_PORT } = Object(find('ConfigMap', 'data'));
    expect(at(container, 'ports')).toEqual([
      { name: 'http', containerPort: readConfig({}).port },
      { name: 'metrics', containerPort: readConfig({ METRICS_PORT }).metrics?.port },
    ]);
  });

  test('runs without rights and writes only where it is allowed', () => {
    expect(at(pod, 'spec.securityContext.runAsNonRoot')).toBe(true);
    const rights = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true };
    expect(at(container, 'securityContext')).toMatchObject(rights);
    expect(at(container, 'volumeMounts')).toContainEqual({ name: 'data', mountPath: '/data' });
  });

  test('sets only variables that there are', () => {
    const names = Object.keys(Object(find('ConfigMap', 'data')));
    expect(names.length).toBeGreaterThan(3);
    expect(Object.keys(variables)).toEqual(expect.arrayContaining(names));
  });
});

test('the job that buys is of the same image, spends a cent, and leaves the time in which nothing is sold twice', () => {
  const [job] = documentsOf('kubernetes/rehearsal.yaml');
  const pod = at(job, 'spec.jobTemplate.spec.template.spec');
  const container = at(pod, 'containers.0');
  expect(at(pod, 'securityContext.runAsNonRoot')).toBe(true);
  expect(read('kubernetes/forecourt.yaml')).toContain(`image: ${at(container, 'image')}\n`);
  const [, minutes] = /^\*\/(\d+) /.exec(String(at(job, 'spec.schedule'))) ?? [];
  expect(Number(minutes) * 60_000).toBeGreaterThan(declared('payments/sale/ledger.ts', 'keepAnswerMs'));
  const program = new Command();
  addRehearseCommand(program);
  const command = program.commands[0]?.action(() => undefined);
  program.exitOverride().parse(at(container, 'args') as string[], { from: 'user' });
  expect(command?.opts()).toMatchObject({ products: 'decode', maxSpend: '0.01', real: true });
  expect(read('monitoring/forecourt.rules.yaml')).toContain(`{cronjob="${at(job, 'metadata.name')}"}`);
});

test('the job that copies the ledger is of the same image and gets no callers', () => {
  const [claim, job] = documentsOf('kubernetes/backup.yaml');
  const pod = at(job, 'spec.jobTemplate.spec.template');
  expect(at(claim, 'metadata.name')).toBe(at(pod, 'spec.volumes.0.persistentVolumeClaim.claimName'));
  const container = at(pod, 'spec.containers.0');
  expect(read('kubernetes/forecourt.yaml')).toContain(`image: ${at(container, 'image')}\n`);
  expect(at(pod, 'metadata.labels')).not.toMatchObject({ 'app.kubernetes.io/name': 'forecourt' });
  expect(at(container, 'command.2')).toBe('node bin/forecourt.js backup "/backups/forecourt-$(date +%u)"');
  const [monitor] = documentsOf('kubernetes/monitoring.yaml');
  expect(at(monitor, 'spec.podMetricsEndpoints.0.port')).toBe('metrics');
});

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
test.skipIf(!kubectl)(
  `one file sets the host, the namespaces and where database and collector are${kubectl ? '' : ' (skipped: no kubectl here)'}`,
  () => {
    const folder = folderOfTest();
    cpSync('deploy/kubernetes', folder, { recursive: true });
    const change = (file: string, ...changes: readonly (readonly [string | RegExp, string])[]) => {
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(
        join(folder, file),
        changes.reduce((now, [from, to]) => now.replaceAll(from, to), text),
      );
    };
    change(
      'kustomization.yaml',
      [/# - (?=\w+\.yaml)/g, '- '],
      ['newName: registry.example', 'newName: ghcr.io/me'],
    );
    change(
      'settings.yaml',
      ['https://forecourt.example', 'https://cars.example'],
      [/NAMESPACE: (\S+)/g, 'NAMESPACE: my-$1'],
      [/DATABASE_NETWORK: .+/g, 'DATABASE_NETWORK: 172.31.4.0/24'],
      [/DATABASE_PORT: .+/g, 'DATABASE_PORT: "6432"'],
      [/COLLECTOR_NETWORK: .+/g, 'COLLECTOR_NETWORK: 192.168.7.8/32'],
      [/COLLECTOR_PORT: .+/g, 'COLLECTOR_PORT: "4317"'],
    );
    const { stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
    const made = documentsIn(stdout);
    const find = (kind: string, name: string, place: string) =>
      at(
        made.find((document) => at(document, 'kind') === kind && at(document, 'metadata.name') === name),
        place,
      );
    expect(find('ConfigMap', 'forecourt-network', 'data')).toBeUndefined();
    expect(find('Ingress', 'forecourt', 'spec')).toMatchObject({
      tls: [{ hosts: ['cars.example'] }],
      rules: [{ host: 'cars.example' }],
    });
    const egress = find('NetworkPolicy', 'forecourt', 'spec.egress') as unknown[];
    const way = (cidr: string, port: number) => ({
      to: [{ namespaceSelector: {} }, { ipBlock: { cidr } }],
      ports: [{ port }],
    });
    expect(egress.slice(0, 2)).toEqual([way('172.31.4.0/24', 6432), way('192.168.7.8/32', 4317)]);
    const callers = find('NetworkPolicy', 'forecourt', 'spec.ingress');
    expect(JSON.stringify(callers)).toMatch(/my-ingress-nginx.*"http".*my-monitoring.*"metrics"/);
    for (const job of ['forecourt-rehearsal', 'forecourt-backup']) {
      const container = find('CronJob', job, 'spec.jobTemplate.spec.template.spec.containers.0');
      expect(at(container, 'image')).toMatch(/^ghcr\.io\/me\/forecourt@sha256:/);
      if (job === 'forecourt-rehearsal') expect(at(container, 'args')).toContain('https://cars.example');
    }
    expect(find('PodMonitor', 'forecourt', 'spec')).toBeDefined();
  },
);

describe('compose.yaml', () => {
  const service = at(documentsOf('compose.yaml'), '0.services.forecourt');

  test('starts the service after its PostgreSQL, read-only, and lets it finish', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(at(service, 'depends_on.postgres.condition')).toBe('service_healthy');
    expect(Number(/TimeoutStopSec=(\d+)/.exec(read('forecourt.service'))?.[1])).toBeGreaterThan(stopSeconds);
    expect(Number.parseInt(String(at(service, 'stop_grace_period')), 10)).toBeGreaterThan(stopSeconds);
  });

  test('lets Prometheus on this machine read the metrics, and nobody elsewhere', () => {
    const port = at(service, 'environment.METRICS_PORT');
    expect(at(service, 'ports')).toEqual(['127.0.0.1:8402:8402', `127.0.0.1:${port}:${port}`]);
  });
});

test('the example of settings names only variables that there are', () => {
  const names = read('forecourt.env.example').match(/^[A-Z_]+(?==)/gm) ?? [];
  expect(names.length).toBeGreaterThan(3);
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(names));
});

test('the image runs as somebody, starts what the package starts, and is asked for its health', () => {
  const dockerfile = read('Dockerfile');
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  expect(dockerfile).toContain(`ENTRYPOINT ["node", "${bin.forecourt}"]`);
});

test('the image gets all that it copies: a folder is in the build only where the ignore file lets it in', () => {
  const letIn = new Set<string>(read('Dockerfile.dockerignore').match(/(?<=^!).*$/gm));
  const MADE_BY_THE_BUILD = ['node_modules', 'dist'];
  const copied = [...read('Dockerfile').matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)]
    .flatMap(([, sources = '']) => sources.split(' '))
    .map((source) => source.replace('/build/', ''))
    .filter((name) => name !== '.' && !MADE_BY_THE_BUILD.includes(name));
  expect(copied).toContain('bin');
  expect(copied.filter((name) => !letIn.has(name.split('/')[0] ?? ''))).toEqual([]);
});

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!analyze)(`systemd reads the unit${analyze ? '' : ' (skipped: no systemd-analyze here)'}`, () => {
  const { output } = spawnSync('systemd-analyze', ['verify', 'deploy/forecourt.service']);
  const lines = String(output[2]).split('\n');
  // The program is not installed where tests run; nothing else may be wrong.
  const complaints = lines.filter((line) => line !== '' && !line.includes('is not executable'));
  expect(complaints).toEqual([]);
});

test('the table of settings is that of the configuration: npm run settings', () => {
  expect(read('settings.md')).toBe(describeSettings());
});
