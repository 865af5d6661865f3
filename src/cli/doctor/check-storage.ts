import type { Config } from '../../config/config.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Opens it as the service does, tables and all. */
export async function checkStorage({
  storage: config,
  digestSecret,
}: Pick<Config, 'storage' | 'digestSecret'>): Promise<Finding> {
  const name = config.kind === 'sqlite' ? `SQLite in ${config.folder}` : 'PostgreSQL';
  try {
    await using storage = await openStorage(config);
    await storage.check();
    if (config.kind === 'postgres' && !digestSecret)
      return warning(
        'storage',
        `${name} answers, but it holds the key of its own digests: a copy of it links wallets to vehicles`,
        'Set DIGEST_SECRET to at least 32 random characters, the same for every instance.',
      );
    return ok('storage', `${name} answers`);
  } catch (error) {
    const code = codeOf(error);
    const what = `${name} cannot be used${code === undefined ? '' : ` (${code})`}`;
    return problem(
      'storage',
      what,
      config.kind === 'sqlite'
        ? 'Set DATA_DIR to a folder that this user can write to, on a disk with room.'
        : 'Start PostgreSQL, and see that address, user, password and database in DATABASE_URL are right.',
    );
  }
}

/** Codes only: messages hold addresses and passwords. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
