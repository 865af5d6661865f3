import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** npm run release:version: makes a version of the changes that wait in .changeset, wherever the number stands. */

const KINDS = ['major', 'minor', 'patch'] as const;
type Kind = (typeof KINDS)[number];

/** The files in which the number stands, and what stands before it there. */
const PLACES: readonly (readonly [files: string, before: RegExp])[] = [
  ['{.,packages/*}/package.json', /"(?:version|@forecourt\/\w+)": "/g],
  ['server.json', /"version": "/g],
  ['packages/client/src/environment.ts', /VERSION = '/g],
  ['clients/python/pyproject.toml', /\nversion = "/g],
  ['deploy/kubernetes/*.yaml', /registry\.example\/forecourt:/g],
];

interface Locked {
  version?: string;
  dependencies?: Record<string, string>;
}

function readChange(file: string): { kind: Kind; said: string } {
  const [, named = '', said = ''] =
    /^---\n"forecourt": (\w+)\n---\n\n(\S.*)\n$/s.exec(readFileSync(file, 'utf8')) ?? [];
  const kind = KINDS.find((known) => known === named);
  if (kind === undefined)
    throw new Error(
      `${file} must begin with ---, "forecourt": ${KINDS.join(', ')} and ---, each on a line, and say after an empty line what changes.`,
    );
  return { kind, said };
}

function nextVersion(version: string, kind: Kind): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (kind === 'major') return `${major + 1}.0.0`;
  return kind === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** npm writes its lock in just this form; the versions of others in it stay. */
function raiseLock(from: string, to: string): void {
  const lock: { version: string; packages: Record<string, Locked> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  lock.version = to;
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/') || locked.version !== from) continue;
    locked.version = to;
    for (const name of Object.keys(locked.dependencies ?? {}))
      if (name.startsWith('@forecourt/') && locked.dependencies) locked.dependencies[name] = to;
  }
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
}

const files = globSync('.changeset/*.md').filter((file) => !file.endsWith('README.md'));
const changes = files.map(readChange);
const kind = KINDS.find((weightiest) => changes.some((change) => change.kind === weightiest));
if (kind === undefined) throw new Error('No change waits in .changeset: there is nothing to release.');
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const raised = nextVersion(version, kind);
for (const [pattern, before] of PLACES) {
  for (const file of globSync(pattern)) {
    const text = readFileSync(file, 'utf8');
    const place = new RegExp(`(${before.source})${version.replaceAll('.', '\\.')}\\b`, before.flags);
    writeFileSync(
      file,
      text.replaceAll(place, (_, what: string) => what + raised),
    );
  }
}
raiseLock(version, raised);
for (const file of files) rmSync(file);
console.log(`${version} is ${raised} now. For CHANGELOG.md, in a reader's words:\n`);
for (const { said } of changes) console.log(said);
