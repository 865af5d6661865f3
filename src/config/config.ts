import { join } from 'node:path';
import { Secret } from '../lib/secret.ts';
import type { Terms } from '../lib/terms.ts';
import { BASE, networks } from '../payments/evm/networks.ts';
import type { FacilitatorConfig, PaymentConfig } from '../payments/payment-config.ts';
import type { LanguageModelConfig } from '../sources/language-model/question.ts';
import type { StorageConfig } from '../storage/open-storage.ts';
import { type Variable, type Variables, variables } from './variables.ts';

/** The problems of the configuration, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof readConfig>;

const HOUR_MS = 3_600_000;
/** By default nginx does not ask one that has failed for ten seconds: the one before is asked again when this one closes. */
const LEAVE_SECONDS = 12;

const RECORDED_NOTICE = 'Answers may be recordings: not complete, not of today.';

/** Reads the environment into a typed configuration, or throws a ConfigError that names every problem. */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const problems = misspelled(environment);
  const values = parseVariables(environment, problems);
  if (!values) throw new ConfigError(problems);

  const payments = readPayments(values, problems);
  const languageModel = readLanguageModel(values, problems);
  checkWorkers(values, payments, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  const recordedWorld =
    payments.mode === 'dev' && values.RECORDED_WORLD === 'auto' && values.REPLAY_DIR === undefined;
  const storage: StorageConfig = values.DATABASE_URL
    ? { kind: 'postgres', url: values.DATABASE_URL, prepareStatements: values.PREPARED_STATEMENTS === 'on' }
    : { kind: 'sqlite', folder: values.DATA_DIR };
  const terms: Terms = { prices: values.PRICES, limits: values.LIMITS };

  return {
    host: values.HOST,
    port: values.PORT,
    /** The number of processes that serve on the port. */
    workers: values.WORKERS,
    publicUrl: values.PUBLIC_URL,
    contact: values.CONTACT,
    /** Who runs the service, as its pages say it. */
    operator: values.OPERATOR,
    catalogSegment: values.CATALOG_SEGMENT,
    trustedProxies: values.TRUSTED_PROXIES,
    /** The origins of other hosts whose pages may call the MCP server. */
    mcpOrigins: values.MCP_ORIGINS,
    storage,
    payments,
    terms,
    digestSecret: values.DIGEST_SECRET,
    digestFormerSecrets: values.DIGEST_FORMER_SECRETS,
    offerSigningKey: values.OFFER_SIGNING_KEY,
    offerFormerKeys: values.OFFER_FORMER_KEYS,
    backupSecret: values.BACKUP_SECRET,
    decoder: values.DECODER,
    /** A file for newer VIN data than what ships, and whether to fetch such data monthly. */
    vinData: { file: values.VPIC_DATASET, isRefreshed: values.VPIC_REFRESH === 'monthly' },
    sources: {
      vpicUrl: values.VPIC_URL,
      nhtsaUrl: values.NHTSA_URL,
      transportCanadaUrl: values.TRANSPORT_CANADA_URL,
      replayDir: values.REPLAY_DIR,
    },
    /** Our own copy of public records: from where, how old it may be, and whether the service renews it by itself. */
    mirror: {
      addresses: {
        nhtsaFilesUrl: values.NHTSA_FILES_URL,
        canadaFileUrl: values.TRANSPORT_CANADA_FILE_URL,
      },
      maxAgeMs: values.MIRROR_MAX_AGE_HOURS * HOUR_MS,
      /** The place of files until they are loaded. */
      folder: join(values.DATA_DIR, 'mirror-files'),
      isRefreshed: values.MIRROR_REFRESH === 'daily',
    },
    /** True where the few cars that ship with the service may stand in for sources: in dev mode alone. */
    recordedWorld,
    /** Said with every price where answers may not be those of the sources. */
    recordedNotice: recordedWorld || values.REPLAY_DIR !== undefined ? RECORDED_NOTICE : undefined,
    refreshSamples: values.SAMPLES_REFRESH === 'on',
    languageModel,
    /** The address of metrics and probes, if they are served. */
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    /** True where OpenTelemetry's own variables ask for OTLP. */
    sendsTelemetry: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    logLevel: values.LOG_LEVEL,
    requestDeadlineMs: values.REQUEST_DEADLINE_MS,
    /** How long calls are still taken after a signal: only a database that is shared has others beside it. */
    leaveMs:
      (values.LEAVE_SECONDS ?? (values.DATABASE_URL && payments.mode === 'live' ? LEAVE_SECONDS : 0)) * 1_000,
    drainDeadlineMs: values.DRAIN_DEADLINE_MS,
  };
}

function parseVariables(
  environment: Record<string, string | undefined>,
  problems: string[],
): Variables | undefined {
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    // An empty variable counts as not given: that is what `NAME= command` and compose files mean by it.
    const parsed = variable.schema.safeParse(environment[name] || undefined);
    if (parsed.success) values[name] = variable.secret ? hide(parsed.data) : parsed.data;
    else for (const issue of parsed.error.issues) problems.push(`${name} ${issue.message}`);
  }
  // The loop above has filled every name of the table with the output of its own schema, secrets wrapped.
  return problems.length === 0 ? (values as Variables) : undefined;
}

/** A setting under nearly its name would be left out without a word. */
function misspelled(environment: Record<string, string | undefined>): string[] {
  const names = Object.keys(variables);
  const given = Object.keys(environment).filter((name) => environment[name] && !names.includes(name));
  return given.flatMap((name) => {
    const meant = names.find((known) => known.length > 5 && isNearly(name, known));
    return meant === undefined ? [] : [`${name} is no setting; ${meant} is. Rename it, or unset it`];
  });
}

/** True for another case, number or other underscores, for one letter that is wrong, lacking or too many, and for two that are swapped. */
function isNearly(name: string, known: string): boolean {
  const [a, b] = [name, known].map((text) => text.toUpperCase().replaceAll('_', ''));
  if (a?.replace(/IES$/, 'Y') === b?.replace(/IES$/, 'Y')) return true;
  if (a === undefined || b === undefined || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}

function hide(value: unknown): unknown {
  return typeof value === 'string' || Array.isArray(value) ? new Secret(value) : value;
}

function readPayments(values: Variables, problems: string[]): PaymentConfig {
  const facilitators = [
    values.FACILITATOR_PRIVATE_KEY && 'FACILITATOR_PRIVATE_KEY',
    values.CDP_API_KEY_ID && 'CDP_API_KEY_ID',
    values.FACILITATOR_URL && !values.CDP_API_KEY_ID && 'FACILITATOR_URL',
  ].filter((name) => typeof name === 'string');

  if (facilitators.length > 1)
    problems.push(`Only one facilitator can settle; unset all but one of ${facilitators.join(', ')}`);
  if (values.PAY_TO && facilitators.length === 0) {
    problems.push(
      'PAY_TO needs a facilitator: FACILITATOR_URL, CDP_API_KEY_ID with CDP_API_KEY_SECRET, or FACILITATOR_PRIVATE_KEY with RPC_URL',
    );
  }
  if (!values.PAY_TO && facilitators.length > 0)
    problems.push(`${facilitators[0]} needs PAY_TO, the address that receives the money`);
  if (Boolean(values.CDP_API_KEY_ID) !== Boolean(values.CDP_API_KEY_SECRET)) {
    problems.push('CDP_API_KEY_ID and CDP_API_KEY_SECRET belong together; set both or neither');
  }
  if (values.FACILITATOR_PRIVATE_KEY && !values.RPC_URL)
    problems.push('FACILITATOR_PRIVATE_KEY needs RPC_URL');
  if (values.SETTLE_IN_BATCHES === 'on' && !values.FACILITATOR_PRIVATE_KEY) {
    problems.push('SETTLE_IN_BATCHES needs FACILITATOR_PRIVATE_KEY');
  }

  if (values.CHANNELS === 'on' && !values.FACILITATOR_PRIVATE_KEY)
    problems.push(
      'CHANNELS=on needs FACILITATOR_PRIVATE_KEY, and in dev mode CHANNEL_CONTRACTS in its place: a file with the contracts',
    );

  const facilitator = chooseFacilitator(values);
  const network = networks[values.NETWORK];
  // Development payments have a private chain: nothing of them is rehearsed.
  if (network !== BASE && !values.PAY_TO && facilitators.length === 0)
    problems.push(`NETWORK=${network.name} needs PAY_TO and a facilitator; or unset it`);
  if (!values.PAY_TO || !facilitator)
    return { mode: 'dev', network: BASE, channelContracts: values.CHANNEL_CONTRACTS };
  return {
    mode: 'live',
    network,
    payTo: values.PAY_TO,
    rpcUrls: values.RPC_URL ?? new Secret([network.rpcUrl]),
    ownNode: values.RPC_URL !== undefined,
    settlementDepth: values.SETTLEMENT_DEPTH,
    facilitator,
  };
}

/** Refuses what several processes cannot share, and says what to do instead. */
function checkWorkers(
  { WORKERS: workers, DATABASE_URL: database }: Variables,
  payments: PaymentConfig,
  problems: string[],
): void {
  if (workers === 1) return;
  const refuse = (why: string) => problems.push(`WORKERS=${workers} ${why}; or set WORKERS=1`);
  if (!database) refuse('needs DATABASE_URL: the embedded storage belongs to one process');
  if (payments.mode === 'dev') {
    refuse(
      'needs live payments (PAY_TO and FACILITATOR_URL, or keys of Coinbase): the chain of dev mode belongs to one process',
    );
  } else if (payments.facilitator.kind === 'local') {
    refuse(
      'needs FACILITATOR_URL or keys of Coinbase in place of FACILITATOR_PRIVATE_KEY: one process numbers the transactions of a wallet',
    );
  }
}

function chooseFacilitator(values: Variables): FacilitatorConfig | undefined {
  if (values.FACILITATOR_PRIVATE_KEY && values.RPC_URL) {
    return {
      kind: 'local',
      privateKey: values.FACILITATOR_PRIVATE_KEY,
      batch: values.SETTLE_IN_BATCHES === 'on',
      channels: values.CHANNELS === 'on',
      maxGasShare: values.MAX_GAS_SHARE,
    };
  }
  if (values.CDP_API_KEY_ID && values.CDP_API_KEY_SECRET) {
    return {
      kind: 'coinbase',
      keyId: values.CDP_API_KEY_ID,
      keySecret: values.CDP_API_KEY_SECRET,
      url: values.FACILITATOR_URL,
    };
  }
  return values.FACILITATOR_URL ? { kind: 'remote', url: values.FACILITATOR_URL } : undefined;
}

function readLanguageModel(values: Variables, problems: string[]): LanguageModelConfig | undefined {
  if (values.LLM_PROVIDER === 'none') {
    if (values.LLM_MODEL) problems.push('LLM_MODEL needs LLM_PROVIDER');
    return undefined;
  }
  if (!values.LLM_MODEL) problems.push(`LLM_PROVIDER=${values.LLM_PROVIDER} needs LLM_MODEL`);
  if (!values.LLM_API_KEY && values.LLM_PROVIDER !== 'openai-compatible') {
    problems.push(`LLM_PROVIDER=${values.LLM_PROVIDER} needs LLM_API_KEY`);
  }
  if (!values.LLM_BASE_URL && values.LLM_PROVIDER === 'openai-compatible') {
    problems.push('LLM_PROVIDER=openai-compatible needs LLM_BASE_URL');
  }
  return {
    provider: values.LLM_PROVIDER,
    model: values.LLM_MODEL ?? '',
    apiKey: values.LLM_API_KEY,
    baseUrl: values.LLM_BASE_URL,
    price: values.LLM_PRICE,
    monthlyBudgetUsd: values.LLM_MONTHLY_BUDGET_USD,
    deadlineMs: values.LLM_PATIENCE_SECONDS * 1000,
  };
}
