import type { Config } from '../../config/config.ts';
import { type MirrorStore, mirrorDatasets } from '../../storage/mirror-store.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { UnreachableError } from '../../storage/postgres/unreachable.ts';
import { NewerSchemaError } from '../../storage/sql/migrations.ts';
import { DatabaseFileError } from '../../storage/sqlite/database-file.ts';
import type { Storage } from '../../storage/storage.ts';
import { type BooksChain, chainOf } from '../sales/compare.ts';
import { type Finding, ok, type Probe, problem, warning } from './probe.ts';

/** Opens it as the service does, tables and all; and looks how old our own copy in it is. */
export async function checkStorage(given: Config, { timeoutMs }: Probe): Promise<Finding[]> {
  const { storage: config, digestSecret, mirror, payments } = given;
  const { network } = payments;
  const name = config.kind === 'sqlite' ? `SQLite in ${config.folder}` : 'PostgreSQL';
  try {
    await using storage = await openStorage(config);
    await storage.check();
    const copy = await checkMirror(storage.mirror, mirror);
    const paidOn = (await storage.ledger.network()) ?? network.id;
    if (paidOn !== network.id)
      return [
        problem('storage', `${name} holds payments on ${paidOn}, not on ${network.id}`, OTHER_STORAGE),
        copy,
      ];
    const answers =
      config.kind === 'postgres' && !digestSecret ? withOwnKey : ok('storage', `${name} answers`);
    if (payments.mode === 'dev') return [answers, copy];
    return [answers, copy, ...(await checkChannels(storage, chainOf(given, { timeout: timeoutMs / 1_000 })))];
  } catch (error) {
    if (error instanceof UnreachableError)
      return [problem('storage', `${name} cannot be used`, error.advice)];
    if (error instanceof NewerSchemaError) return [problem('storage', `${name} ${error.what}`, error.advice)];
    const advice = error instanceof DatabaseFileError ? error.advice : undefined;
    const code = codeOf(error);
    const what = `${name} cannot be used${code === undefined ? '' : ` (${code})`}`;
    return [
      problem(
        'storage',
        what,
        config.kind === 'sqlite'
          ? (advice ?? 'Set DATA_DIR to a folder that this user can write to, on a disk with room.')
          : 'Start PostgreSQL, and see that address, user, password and database in DATABASE_URL are right.',
      ),
    ];
  }
}

const withOwnKey = warning(
  'storage',
  'PostgreSQL answers, but it holds the key of its own digests: a copy of it links wallets to vehicles',
  'Set DIGEST_SECRET to at least 32 random characters, the same for every instance.',
);
const OTHER_STORAGE = 'Set DATA_DIR or DATABASE_URL to a storage for this network, or correct NETWORK.';
const HOUR_MS = 3_600_000;

/** A service without a copy asks the sources, which is no fault. */
async function checkMirror(
  store: MirrorStore,
  { maxAgeMs, isRefreshed }: Config['mirror'],
  nowMs = Date.now(),
): Promise<Finding> {
  const check = 'own copy';
  const generations = await Promise.all(mirrorDatasets.map((dataset) => store.generation(dataset)));
  const held = generations.filter((generation) => generation !== undefined);
  if (held.length === 0)
    return ok(check, 'there is none: recalls and complaints are asked of their services');
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const what = held
    .map(({ dataset, checkedAtMs }) => `${dataset} last compared on ${day(checkedAtMs)}`)
    .join(', ');
  const isOld = held.some(({ checkedAtMs }) => nowMs - checkedAtMs > maxAgeMs);
  if (!isOld) return ok(check, what);
  return warning(
    check,
    `${what}: older than ${maxAgeMs / HOUR_MS} hours, it answers only where a service fails`,
    isRefreshed
      ? 'Look into the log for why it is not refreshed, or run "forecourt mirror sync".'
      : 'Run "forecourt mirror sync", or set MIRROR_REFRESH=daily.',
  );
}

/** Says what channels hold, and until when it can be claimed where payers ask for theirs: the chain knows that first. */
export async function checkChannels(
  { channels: store }: Pick<Storage, 'channels'>,
  { rpc, ...place }: BooksChain,
): Promise<Finding[]> {
  const channels = await store.all();
  if (channels.length === 0) return [];
  // The module that reads them takes a while to load.
  const { owed, readChannels, readLeft } = await import('../../payments/channels/contract.ts');
  const check = 'channels';
  try {
    const what = `hold ${(await readLeft(rpc, channels, place)).inWords}`;
    const owing = channels.filter((one) => owed(one) > 0n);
    const ends: number[] = [];
    for await (const [{ channelConfig }, { withdrawRequestedAt }] of readChannels(rpc, owing))
      if (withdrawRequestedAt > 0) ends.push(withdrawRequestedAt + channelConfig.withdrawDelay);
    if (ends.length === 0) return [ok(check, what)];
    const until = new Date(Math.min(...ends) * 1_000).toISOString();
    const fix = 'Start the service, which claims it; where it runs, look into its log for channel_trouble.';
    return [warning(check, `${what}; a payer takes back what is not claimed by ${until}`, fix)];
  } catch {
    return [warning(check, 'the node does not say what they hold', 'Correct RPC_URL, or use another node.')];
  }
}

/** Finds the code alone: messages hold addresses and passwords. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}
