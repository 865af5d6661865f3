import type { Storage } from '../../src/storage/storage.ts';
import { freePort } from '../free-port.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import type { StandIn } from './stand-in.ts';

/** The address at which the sellers are paid: it belongs to nobody. */
export const PAY_TO = '0x00000000000000000000000000000000feedbeef';

export interface Member extends ServiceProcess {
  /** The port of the metrics and probes. */
  operatorUrl: string;
}

/** The whole service in live mode, in a process of its own, on a database that others may share. */
export async function startMember(
  { url }: Pick<StandIn, 'url'>,
  /** Left out, it has a SQLite file of its own. */
  databaseUrl: string | undefined,
  environment: Record<string, string> = {},
  within: readonly string[] = [],
): Promise<Member> {
  const metricsPort = String(await freePort());
  const service = await startServiceProcess(
    {
      PAY_TO,
      FACILITATOR_URL: url,
      RPC_URL: url,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      DIGEST_SECRET: 'a secret of at least thirty-two characters',
      METRICS_PORT: metricsPort,
      // Each caller names an address of its own, so that none is limited.
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    within,
  );
  return { ...service, operatorUrl: `http://127.0.0.1:${metricsPort}` };
}

/** The word of the probe: 200 or 503, or nothing where nobody answers. */
export const probe = ({ operatorUrl }: Member, path: '/livez' | '/readyz' = '/readyz') =>
  fetch(`${operatorUrl}${path}`).then(
    ({ status }) => status,
    () => undefined,
  );

/** The transactions of all that was sold, as the journal has them. */
export async function journalOf({ sales }: Storage): Promise<string[]> {
  const transactions: string[] = [];
  for await (const { transaction } of sales.list({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }))
    transactions.push(transaction);
  return transactions.sort();
}
