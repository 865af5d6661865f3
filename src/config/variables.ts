import { z } from 'zod';
import type { Secret } from '../lib/secret.ts';
import { usualLimits, usualPrices } from '../lib/terms.ts';
import { isDevAddress, isDevPrivateKey } from '../payments/dev/dev-accounts.ts';
import { isSpelledRight } from '../payments/evm/address.ts';
import { SETTLEMENT_DEPTH } from '../payments/evm/rpc.ts';

/** One environment variable: what it means, its default and how its text becomes a value. */
export interface Variable<Value = unknown> {
  meaning: string;
  /** Shown in the table; the schema holds the real default. */
  default: string;
  /** Whoever reads the configuration gets it wrapped in a Secret. */
  secret?: true;
  schema: z.ZodType<Value, string | undefined>;
}

const text = (fallback: string) => z.string().default(fallback);
const optionalText = z.string().optional();
const numberFrom = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const optionalWholeNumber = (min: number, max: number) => numberFrom(min, max).optional();
const wholeNumber = (fallback: number, min: number, max: number) => numberFrom(min, max).default(fallback);
const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  fallback: Values[number],
) => z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(fallback);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const url = (fallback: string) => httpUrl.default(fallback);
const optionalUrl = httpUrl.optional();
const listed = z.string().transform((value) => value.split(',').map((part) => part.trim()));
const commaSeparated = listed.default([]);
const optionalUrls = listed.pipe(z.array(httpUrl)).optional();
/** Pairs such as `decode=0.02,prepurchase=0.40`; a name that is not known has no effect that anybody would notice. */
const pairs = (names: readonly string[], value: RegExp, what: string) =>
  z
    .string()
    .optional()
    .transform((list, context) => {
      const given = list?.split(',').map((pair) => pair.trim().split('=')) ?? [];
      const report = (message: string) => context.addIssue({ code: 'custom', message });
      for (const [name = '', text = '', ...rest] of given) {
        if (!names.includes(name)) report(`has no "${name}": it has ${names.join(', ')}`);
        else if (rest.length > 0 || !value.test(text)) report(`must give ${name} ${what}`);
      }
      if (new Set(given.map(([name]) => name)).size < given.length) report('names one thing twice');
      return Object.fromEntries(given.map(([name = '', text = '']) => [name, text]));
    });
const inPairs = (usual: Readonly<Record<string, string | number>>) =>
  Object.entries(usual)
    .map((pair) => pair.join('='))
    .join(', ');
/** Documents stand at well-known paths, which begin at the root of an address. */
const isBareOrigin = (value: string) => {
  const url = URL.parse(value);
  // A text that is no address at all has its own message.
  if (!url) return true;
  const { username, password, pathname, search, hash } = url;
  return username + password + search + hash === '' && /^\/*$/.test(pathname);
};
const optionalOrigin = httpUrl
  .refine(isBareOrigin, 'must end with the host or port: no path, query or password, such as https://host')
  .transform((value) => new URL(value).origin)
  .optional();
const hexadecimal = (digits: number, what: string) => {
  const error = `must be ${what}: 0x and ${digits} hexadecimal digits`;
  const pattern = new RegExp(`^0x[0-9a-fA-F]{${digits}}$`);
  return z
    .templateLiteral(['0x', z.string()], { error })
    .refine((value) => pattern.test(value), { error })
    .optional();
};
const address = hexadecimal(40, 'an address')
  .refine((value) => value === undefined || !isDevAddress(value), {
    error: 'is an address whose money anybody can take, or nobody; use one of your own',
  })
  .refine((value) => value === undefined || isSpelledRight(value), {
    error: 'has a typing error: its capitals are its checksum and do not fit; copy it again',
  });
const privateKey = hexadecimal(64, 'a private key').refine(
  (value) => value === undefined || !isDevPrivateKey(value),
  {
    error: 'is a key that everybody has; make one of your own',
  },
);

/** Every environment variable that the service reads. */
export const variables = {
  HOST: {
    meaning: 'Address to listen on; 0.0.0.0 or :: to be reached from other machines',
    default: '127.0.0.1',
    schema: text('127.0.0.1'),
  },
  PORT: {
    meaning: 'Port to listen on; 0 takes a free one',
    default: '8402',
    schema: wholeNumber(8402, 0, 65_535),
  },
  WORKERS: {
    meaning:
      'Processes that serve on this port, one for each core; more than one needs DATABASE_URL and a facilitator elsewhere',
    default: '1',
    schema: wholeNumber(1, 1, 128),
  },
  PUBLIC_URL: {
    meaning: 'Address under which callers reach the service; challenges and documents name it',
    default: 'http://localhost:PORT',
    schema: optionalOrigin,
  },
  CONTACT: {
    meaning: 'Whom callers write to, also about weaknesses: an address that begins with mailto: or https:',
    default: "the project's page",
    schema: text('https://github.com/forecourt/forecourt').pipe(
      z.url({ protocol: /^(mailto|https)$/, error: 'must begin with mailto: or https:' }),
    ),
  },
  OPERATOR: {
    meaning: 'Who runs the service, shown on its pages: a name, and where it sits',
    default: 'not said',
    schema: optionalText,
  },
  CATALOG_SEGMENT: {
    meaning: 'Last part of the path of the catalog, /.well-known/...',
    default: 'catalog',
    schema: text('catalog').pipe(
      z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
    ),
  },
  TRUSTED_PROXIES: {
    meaning: 'Number of proxies of yours in front of the service that append to X-Forwarded-For',
    default: '0',
    schema: wholeNumber(0, 0, 10),
  },
  MCP_ORIGINS: {
    meaning:
      'Origins of other hosts whose web pages may call the MCP server, separated by commas, such as https://claude.ai; * for all',
    default: 'none',
    schema: commaSeparated
      .transform((origins) => origins.filter((origin) => origin !== ''))
      .refine(
        (origins) => origins.every((origin) => origin === '*' || URL.parse(origin)?.origin === origin),
        {
          error: 'must be origins such as https://claude.ai, separated by commas, or *',
        },
      ),
  },
  DATA_DIR: {
    meaning: 'Folder of the embedded storage',
    default: '.forecourt',
    schema: text('.forecourt'),
  },
  DATABASE_URL: {
    meaning:
      'PostgreSQL to use instead of the embedded storage; needed for more than one instance. Where a replica can take over, name both servers: postgres://user@one,two/name',
    default: 'none',
    secret: true,
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
  },
  PREPARED_STATEMENTS: {
    meaning:
      'Whether statements are prepared once for each connection to PostgreSQL: faster; off behind a pooler that gives each transaction another connection',
    default: 'off',
    schema: choice(['off', 'on'], 'off'),
  },
  NETWORK: {
    meaning:
      'Network on which payments are taken: base; or base-sepolia, a rehearsal with test money, marked as one everywhere',
    default: 'base',
    schema: choice(['base', 'base-sepolia'], 'base'),
  },
  PAY_TO: {
    meaning: 'Address that receives the USDC; together with a facilitator it makes payments live',
    default: 'none',
    schema: address,
  },
  PRICES: {
    meaning: 'Dollars for an answer, for each product that is to cost something else than usual',
    default: inPairs(usualPrices),
    schema: pairs(
      Object.keys(usualPrices),
      /^(?!0+(\.0+)?$)\d{1,4}(\.\d{1,6})?$/,
      'a price in dollars with at most six decimals, such as 0.02',
    ),
  },
  LIMITS: {
    meaning:
      'Calls a minute of one client, for each limit that is to be another than usual; a 429 names its limit',
    default: inPairs(usualLimits),
    schema: pairs(Object.keys(usualLimits), /^[1-9]\d{0,6}$/, 'a whole number of calls a minute').transform(
      (given) => Object.fromEntries(Object.entries(given).map(([name, text]) => [name, Number(text)])),
    ),
  },
  FACILITATOR_URL: {
    meaning: 'Remote x402 facilitator that verifies and settles',
    default: 'none',
    schema: optionalUrl,
  },
  CDP_API_KEY_ID: { meaning: "Key id for Coinbase's facilitator", default: 'none', schema: optionalText },
  CDP_API_KEY_SECRET: {
    meaning: "Key secret for Coinbase's facilitator",
    default: 'none',
    secret: true,
    schema: optionalText,
  },
  FACILITATOR_PRIVATE_KEY: {
    meaning: 'Key of the wallet that pays the gas when this service settles by itself; needs RPC_URL',
    default: 'none',
    secret: true,
    schema: privateKey,
  },
  RPC_URL: {
    meaning:
      'Nodes of the network, with commas between: the first that answers rightly settles, and finds the evidence of settlements whose answer was lost',
    default: 'its public node, for evidence only',
    secret: true,
    schema: optionalUrls,
  },
  SETTLEMENT_DEPTH: {
    meaning:
      'Blocks on top of a settlement from which on it is final; until then one that vanishes from the chain is sent again',
    default: '30 (a minute)',
    schema: wholeNumber(SETTLEMENT_DEPTH, 1, 10_000),
  },
  MAX_GAS_SHARE: {
    meaning:
      'The most of a price that its own settlement may cost; beyond it payments are refused, uncharged (only with FACILITATOR_PRIVATE_KEY)',
    default: '0.5',
    schema: z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'must be a number')
      .transform(Number)
      .pipe(z.number().min(0.01, 'must be at least 0.01').max(1_000, 'must be at most 1000'))
      .default(0.5),
  },
  SETTLE_IN_BATCHES: {
    meaning: 'Settle many authorizations in one transaction (only with FACILITATOR_PRIVATE_KEY)',
    default: 'off',
    schema: choice(['off', 'on'], 'off'),
  },
  CHANNELS: {
    meaning:
      "Whether calls can also be paid by x402's batch-settlement: a deposit, and a voucher for each call (only with FACILITATOR_PRIVATE_KEY)",
    default: 'off',
    schema: choice(['off', 'on'], 'off'),
  },
  CHANNEL_CONTRACTS: {
    meaning:
      'File with the compiled contracts of batch-settlement, by which dev mode offers it too: JSON with x402BatchSettlement and ERC3009DepositCollector, each with its bytecode',
    default: 'none',
    schema: optionalText,
  },
  DIGEST_SECRET: {
    meaning:
      'Key of the digests that bind a payment to its request. Where it is not given one is made and kept: with SQLite in a file beside the database, with PostgreSQL in the database itself',
    default: 'made once and kept',
    secret: true,
    schema: z.string().min(32, 'must have at least 32 characters').optional(),
  },
  DIGEST_FORMER_SECRETS: {
    meaning:
      'Earlier values of DIGEST_SECRET, with commas between: what was sold under them minutes ago is still found and opened',
    default: 'none',
    secret: true,
    schema: commaSeparated.pipe(
      z.array(z.string().min(32, 'must have at least 32 characters each, and no comma')),
    ),
  },
  OFFER_SIGNING_KEY: {
    meaning:
      'Key that signs offers and receipts: base64 of 32 random bytes; made and kept in the storage when not given',
    default: 'kept in the storage',
    secret: true,
    schema: z
      .string()
      .regex(
        /^[A-Za-z0-9+/_-]{43}=?$/,
        'must be the base64 of 32 bytes, as "openssl rand -base64 32" makes it',
      )
      .optional(),
  },
  OFFER_FORMER_KEYS: {
    meaning:
      'Public keys of receipts that were signed before the key was changed: the x of each from /.well-known/did.json, with commas between',
    default: 'none',
    schema: commaSeparated.pipe(
      z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 43 characters of base64url each')),
    ),
  },
  BACKUP_SECRET: {
    meaning:
      'Key that backups are sealed with, at least 32 characters, which you keep elsewhere; only a sealed backup also holds the keys that the storage keeps',
    default: 'none: backups can be read',
    secret: true,
    schema: z.string().min(32, 'must have at least 32 characters').optional(),
  },
  DECODER: {
    meaning:
      'auto: embedded, and the live federal decoder where its data is partial, older than 45 days or does not know the vehicle; embedded: never calls out; vpic: the live decoder first',
    default: 'auto',
    schema: choice(['auto', 'embedded', 'vpic'], 'auto'),
  },
  VPIC_DATASET: {
    meaning: 'File for VIN data newer than what ships with the program; where it is missing, that is used',
    default: 'what ships',
    schema: optionalText,
  },
  VPIC_REFRESH: {
    meaning:
      "monthly: take NHTSA's new VIN data by itself, into VPIC_DATASET; off: only what is put in place",
    default: 'off',
    schema: choice(['off', 'monthly'], 'off'),
  },
  VPIC_URL: {
    meaning: 'The US federal decoder',
    default: 'https://vpic.nhtsa.dot.gov/api',
    schema: url('https://vpic.nhtsa.dot.gov/api'),
  },
  NHTSA_URL: {
    meaning: 'US recalls and complaints',
    default: 'https://api.nhtsa.gov',
    schema: url('https://api.nhtsa.gov'),
  },
  TRANSPORT_CANADA_URL: {
    meaning: 'Canadian recalls',
    default: 'https://data.tc.gc.ca/v1.3/api/eng/vehicle-recall-database',
    schema: url('https://data.tc.gc.ca/v1.3/api/eng/vehicle-recall-database'),
  },
  MIRROR_REFRESH: {
    meaning:
      'daily: keep an own copy of all recalls and complaints up to date from the files that NHTSA and Transport Canada publish; off: only what "forecourt mirror sync" copies',
    default: 'off',
    schema: choice(['off', 'daily'], 'off'),
  },
  MIRROR_MAX_AGE_HOURS: {
    meaning: 'Age of the own copy from which on the sources are asked first, and it only stands in for them',
    default: '72',
    schema: wholeNumber(72, 1, 8_760),
  },
  NHTSA_FILES_URL: {
    meaning: "Folder of NHTSA's files of recalls and complaints",
    default: 'https://static.nhtsa.gov/odi/ffdd',
    schema: url('https://static.nhtsa.gov/odi/ffdd'),
  },
  TRANSPORT_CANADA_FILE_URL: {
    meaning: 'The file of all Canadian recalls',
    default: 'https://opendatatc.tc.canada.ca/vrdb_full_monthly.csv',
    schema: url('https://opendatatc.tc.canada.ca/vrdb_full_monthly.csv'),
  },
  RECORDED_WORLD: {
    meaning:
      'In dev mode: whether a few recorded cars stand in for sources that cannot be reached, marked as recorded in every answer; never where money is real',
    default: 'auto',
    schema: choice(['auto', 'off'], 'auto'),
  },
  REPLAY_DIR: {
    meaning: 'Folder of recorded answers; served over HTTP in place of the sources, for demos and tests',
    default: 'none',
    schema: optionalText,
  },
  SAMPLES_REFRESH: {
    meaning: 'Refresh the free samples from the sources in the background, at most daily',
    default: 'on',
    schema: choice(['on', 'off'], 'on'),
  },
  LLM_PROVIDER: {
    meaning:
      'Model that clusters complaints: none (embedded engine), anthropic, openai, google, openai-compatible',
    default: 'none',
    schema: choice(['none', 'anthropic', 'openai', 'google', 'openai-compatible'], 'none'),
  },
  LLM_MODEL: { meaning: 'Name of the model', default: 'none', schema: optionalText },
  LLM_API_KEY: {
    meaning: 'Key for the provider of the model',
    default: 'none',
    secret: true,
    schema: optionalText,
  },
  LLM_BASE_URL: {
    meaning: 'Address of the provider; needed for openai-compatible',
    default: "the provider's",
    schema: optionalUrl,
  },
  LLM_PRICE: {
    meaning:
      'What the model costs: dollars for a million tokens that it reads, and for a million that it writes; 0,0 for one of your own',
    default: '3,15',
    schema: text('3,15')
      .pipe(
        z
          .string()
          .regex(/^\d+(\.\d+)?,\s*\d+(\.\d+)?$/, 'must be two numbers with a comma between, such as 0.25,2'),
      )
      .transform((pair) => {
        const [read = Number.NaN, written = Number.NaN] = pair.split(',').map(Number);
        return { read, written };
      }),
  },
  LLM_MONTHLY_BUDGET_USD: {
    meaning: 'Dollars a calendar month, by LLM_PRICE, after which the embedded engine takes over',
    default: '50',
    schema: wholeNumber(50, 0, 1_000_000),
  },
  LLM_PATIENCE_SECONDS: {
    meaning: 'Seconds a caller waits for the model; its late answer serves the next caller',
    default: '20',
    schema: wholeNumber(20, 0, 40),
  },
  METRICS_PORT: {
    meaning: 'Port of the Prometheus metrics and of the probes /livez and /readyz; off when not given',
    default: 'off',
    schema: optionalWholeNumber(0, 65_535),
  },
  METRICS_HOST: {
    meaning: 'Address on which metrics and probes are served; 0.0.0.0 where Prometheus is on another machine',
    default: '127.0.0.1',
    schema: text('127.0.0.1'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'Where traces and metrics go by OTLP over HTTP, as OpenTelemetry reads it; its other variables count as well, its packages are yours to install (docs/watch.md)',
    default: 'none',
    schema: optionalUrl,
  },
  LOG_LEVEL: {
    meaning:
      'Least level that is logged: debug, info, warn, error, silent; in JSON, and on a terminal in words',
    default: 'info',
    schema: choice(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  },
  REQUEST_DEADLINE_MS: {
    meaning: 'Longest time a request may take before it is ended, uncharged',
    default: '60000',
    schema: wholeNumber(60_000, 100, 300_000),
  },
  LEAVE_SECONDS: {
    meaning:
      'Seconds after SIGTERM in which /readyz says no and calls are still answered, so that balancers turn to others first',
    default: '12 with DATABASE_URL and live payments, else 0',
    schema: optionalWholeNumber(0, 300),
  },
  DRAIN_DEADLINE_MS: {
    meaning: 'Longest time a stop waits for what still runs',
    default: '20000',
    schema: wholeNumber(20_000, 0, 300_000),
  },
} as const satisfies Record<string, Variable>;

type Table = typeof variables;
type ValueOf<Row extends Variable> = z.output<Row['schema']>;
type SecretOf<Value> = Value extends string | readonly string[] ? Secret<Value> : Value;

/** The values of the variables; those of secret ones are wrapped. */
export type Variables = {
  [Name in keyof Table]: Table[Name] extends { secret: true }
    ? SecretOf<ValueOf<Table[Name]>>
    : ValueOf<Table[Name]>;
};

/** The table of environment variables, for `--help`. */
export function describeVariables(): [name: string, description: string][] {
  return Object.entries<Variable>(variables).map(([name, variable]) => [
    name,
    `${variable.meaning} (default: ${variable.default})`,
  ]);
}

/** The same as a document. */
export function describeSettings(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = Object.entries<Variable>(variables).map(
    ([name, { meaning, default: usual }]) => `| \`${name}\` | ${cell(usual)} | ${cell(meaning)} |`,
  );
  return [
    '# Settings',
    '',
    'Variables of the environment. Made by `npm run settings`; `forecourt serve --help` prints the same.',
    '',
    '| variable | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
