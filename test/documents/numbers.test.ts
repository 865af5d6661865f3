import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import {
  BODY_DEADLINE_MS,
  HEADERS_DEADLINE_MS,
  MAX_HEADER_BYTES,
  MAX_MESSAGE_BYTES,
  MAX_URL_BYTES,
  usualLimits,
} from '../../src/lib/terms.ts';
import { limitByName } from '../../src/limits/limits.ts';
import { BLOCK_MS, SETTLEMENT_DEPTH } from '../../src/payments/evm/rpc.ts';
import { MAX_STRIKES, STRIKES_WINDOW_MS } from '../../src/payments/sale/settle.ts';
import { products } from '../../src/products/table.ts';
import { declared, readDocument } from './declared.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KIB = 1_024;
const MIB = 1_024 * KIB;

const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
const inWords = (count: number) => words[count] ?? String(count);
const dollars = (atomic: number) => `$${thousands(atomic / 1_000_000)}`;
const thousands = (count: number) => count.toLocaleString('en-US');

const { unpaid_challenges: unpaid, failed_payments: failed } = limitByName;
const kept = declared('payments/sale/ledger.ts', 'keepAnswerMs');
const handedOutAgain = declared('payments/sale/ledger.ts', 'MAX_HAND_OUTS') - 1;
const stop = readConfig({
  DATABASE_URL: 'postgres://one',
  PAY_TO: `0x${'12'.repeat(20)}`,
  FACILITATOR_URL: 'https://facilitator.example',
});
const compose = readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8');
const graceSeconds = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]);
const sourceDeadline = declared('lib/clock.ts', 'DEADLINE_MS');
const decoder = (name: string) => declared('vehicle/vehicle-service.ts', name) / SECOND;
const http = (name: string) => declared('sources/http.ts', name);
const nhtsa = (name: string) => declared('sources/nhtsa/nhtsa.ts', name);
const python = (name: string) => declared('../clients/python/src/forecourt/_options.py', name);
const canada = (name: string) => declared('sources/transport-canada/transport-canada.ts', name);

const rules = readFileSync(new URL('../../deploy/monitoring/forecourt.rules.yaml', import.meta.url), 'utf8');
/** The part of an alarm's rule that fits the pattern. */
const alarm = (name: string, pattern: RegExp) => {
  const rule = rules.split('- alert: ').find((text) => text.startsWith(`${name}\n`)) ?? '';
  return pattern.exec(rule)?.[1];
};

/** Sentences of the documents, made of the numbers that the program works by. */
const promises: Record<string, readonly string[]> = {
  'docs of operators': [
    `go after ${declared('site/sealed-reports.ts', 'KEPT_DAYS')} days`,
    `URL ${thousands(MAX_URL_BYTES)} bytes; headers ${MAX_HEADER_BYTES / KIB} KB; payment header ${declared('payments/wire/header.ts', 'MAX_HEADER_CHARACTERS') / KIB} KB; messages of agents ${MAX_MESSAGE_BYTES / KIB} KiB`,
    ...Object.values(usualLimits).map((limit) => `| ${thousands(limit)} |`),
    `sold the same once in ${inWords(kept / MINUTE)} minutes`,
    `expired rows are deleted every ${declared('background/purge-expired.ts', 'EVERY_MS') === MINUTE ? 'minute' : '?'}`,
    `within ${declared('../test/fleet/promoted-replica.test.ts', 'BACK_WITHIN_MS') / SECOND} seconds of the promotion`,
    `each replica keeps up to ${inWords(declared('storage/postgres/open-postgres-storage.ts', 'maxConnections'))} connections`,
    `\`--failed\` those of ${declared('storage/sql/small-stores.ts', 'KEEP_FAILURE_MS') / DAY} days`,
    `older than ${declared('cli/doctor/examine.ts', 'OLD_DAYS')} days`,
    `Headers have ${inWords(HEADERS_DEADLINE_MS / SECOND)} seconds, a body ${inWords(BODY_DEADLINE_MS / SECOND)} more`,
    `${thousands(declared('http/entrance.ts', 'MOST_INSIDE.inAll'))} requests at once`,
    `a client may have ${declared('http/entrance.ts', 'MOST_INSIDE.perClient')}, and ${declared('http/entrance.ts', 'MOST_WAITING_BODIES.perClient')} whose body`,
    `where more than ${declared('http/server.ts', 'MOST_WAITING')} wait, it is cut`,
    `${thousands(declared('http/server.ts', 'MAX_CONNECTIONS'))} connections, ${thousands(declared('http/server.ts', 'MAX_CONNECTIONS_PER_ADDRESS'))} of one address`,
    `over which nobody takes an answer for ${declared('http/server.ts', 'lookEveryMs') * declared('http/server.ts', 'looks') === MINUTE ? 'a minute' : '?'}`,
    `Every ${inWords(declared('background/watch-readiness.ts', 'CHECK_EVERY_MS') / SECOND)} seconds something is written`,
    `or took ${inWords(declared('lib/clock.ts', 'STORAGE_DEADLINE_MS') / SECOND)} seconds`,
    `above 0 for ${inWords(Number(alarm('ForecourtPaymentsOpen', /for: (\d+)m/)))} minutes`,
    `\`forecourt_mirror_age_seconds\` above ${inWords(Number(alarm('ForecourtMirrorOld', /> (\d+) \* 86400$/m)))} days`,
    `Nothing was settled for ${inWords(Number(alarm('ForecourtSalesStopped', /\[(\d+)h\]\)\) == 0/)))} hours`,
    `has not succeeded for ${inWords(Number(alarm('ForecourtBackupOld', /> (\d+) \* 86400$/m)))} days`,
    `takes more than ${alarm('ForecourtSlow', /> (\d+)$/m)} seconds`,
    `may be unreadable for the other for ${inWords(kept / MINUTE)} minutes`,
    `answered for \`LEAVE_SECONDS\` (${stop.leaveMs / SECOND})`,
    `finish for ${graceSeconds}`,
    `has ${graceSeconds} seconds for both`,
  ],
  'docs/payments.md': [
    `${declared('payments/open-payments.ts', 'claimMs') / SECOND} seconds after it died`,
    `${SETTLEMENT_DEPTH}, a minute on Base`,
    `for payers sign for ${inWords((declared('payments/wire/requirements.ts', 'DEFAULT_MAX_TIMEOUT_SECONDS') * SECOND) / MINUTE)} minutes or longer`,
    `at least ${inWords((declared('payments/wire/requirements.ts', 'DEFAULT_MAX_TIMEOUT_SECONDS') * SECOND) / MINUTE)} minutes`,
    `within those ${kept / MINUTE} minutes`,
    `its answer is gone after ${inWords(kept / MINUTE)} minutes`,
    `by its own doing ${MAX_STRIKES} times in ${inWords(STRIKES_WINDOW_MS / MINUTE)} minutes`,
    `the answer can be fetched for ${kept / MINUTE} minutes`,
    `for ${kept / MINUTE} minutes, at most ${handedOutAgain} times`,
    `It is given out for ${kept / MINUTE} minutes after the settlement`,
    `for ${inWords(declared('payments/facilitators/local.ts', 'gapAfterMs') / SECOND)} seconds`,
    `every ${inWords(declared('payments/facilitators/local.ts', 'bumpAfterMs') / SECOND)} seconds`,
    `waited for ${declared('payments/facilitators/local.ts', 'stuckAfterMs') / SECOND} seconds`,
    `Shorter ones are taken while they have ${declared('payments/wire/requirements.ts', 'DEFAULT_MINIMUM_VALIDITY_SECONDS')} seconds left`,
    `We read payments of up to ${thousands(declared('payments/wire/header.ts', 'MAX_HEADER_CHARACTERS'))} characters`,
    `a nonce, and ${inWords(declared('payments/wire/extensions/sign-in-with-x.ts', 'VALID_FOR_MS') / MINUTE)} minutes`,
    `a power of two from ${declared('payments/sale/sealing.ts', 'SMALLEST_BYTES') / KIB} KiB on`,
    `after ${declared('payments/sale/ledger.ts', 'LONGEST_OPEN_SECONDS') / (DAY / SECOND)} days as if it had expired`,
    `within ${declared('payments/sale/evidence.ts', 'EARLIER_MS') / MINUTE} minutes before it was shown`,
  ],
  'docs/channels.md': [
    `we look every ${declared('payments/channels/claims.ts', 'EVERY_MS') / SECOND} seconds`,
    `claimed at ${dollars(declared('payments/channels/claims.ts', 'ENOUGH'))} in all`,
    `At most ${dollars(declared('payments/channels/terms.ts', 'MOST_UNCLAIMED'))} are owed by a channel and ${dollars(declared('payments/channels/terms.ts', 'MOST_IN_ALL'))} by all`,
  ],
  'docs/sources.md': [
    `| Connecting | ${http('connectTimeoutMs') / SECOND} s |`,
    `| ${http('attemptTimeoutMs') / SECOND} s (complaints ${nhtsa('COMPLAINTS_TIMING.attemptTimeoutMs') / SECOND} s) |`,
    `| ${http('timeoutMs') / SECOND} s (Transport Canada ${canada('TIMING.timeoutMs') / SECOND} s, complaints ${nhtsa('COMPLAINTS_TIMING.timeoutMs') / SECOND} s) |`,
    `| Attempts | ${http('attempts')}; GET only`,
    `from 0 up to ${http('PAUSES.firstMs')} ms, doubling, at most ${http('PAUSES.longestMs') / SECOND} s`,
    `passed on up to ${(http('MOST_RETRY_SECONDS') * SECOND) / MINUTE} minutes`,
    `| Calls at a time | ${http('maxConcurrent')} for each host of NHTSA, ${canada('maxConcurrent')} for Transport Canada`,
    `| vPIC ${http('maxResponseBytes') / MIB} MiB; recalls of NHTSA and Transport Canada ${canada('maxResponseBytes') / MIB} MiB; complaints ${nhtsa('BIGGEST_COMPLAINTS_BYTES') / MIB} MiB |`,
    `of the ${sourceDeadline / SECOND} seconds a decoder that hangs takes at most ${decoder('ONLY_LIVE_DEADLINE_MS')}`,
    `or ${decoder('DEFAULT_DEADLINE_MS')} (`,
    `runs out ${inWords(declared('sources/cached.ts', 'LEASE_MS') / SECOND)} seconds after`,
    `| ${http('failures')} failed calls in a row rest the source for ${http('restMs') / SECOND} s`,
  ],
  'docs/mirror.md': [
    `(${readConfig({}).mirror.maxAgeMs / HOUR}) answers alone`,
    `one row in ${inWords(declared('mirror/sync/compare.ts', 'MOST_REJECTED_SHARE') * 100_000)} thousand may be set aside`,
    `shows the first ${thousands(declared('mirror/load/loading.ts', 'KEPT_ROWS'))}`,
    `shrink by more than ${Math.round(100 - declared('mirror/sync/compare.ts', 'LEAST_KEPT_SHARE') * 100)} %`,
    `none of some ${declared('mirror/sync/compare.ts', 'SAMPLED')} makes and years`,
    `within ${inWords(declared('mirror/read/mirror.ts', 'LOOK_AGAIN_MS') / SECOND)} seconds`,
  ],
  'docs/recalls.md': [
    `${declared('recalls/keeping.ts', 'FRESH_MS') / HOUR} hours per source`,
    `up to ${declared('recalls/keeping.ts', 'STALE_MS') / DAY} days) is served`,
    `takes longer than ${sourceDeadline / SECOND} seconds`,
    `at most ${inWords((http('MOST_RETRY_SECONDS') * SECOND) / MINUTE)} minutes`,
    `at least ${inWords(declared('sources/keep-missing.ts', 'APART_MS') / HOUR)} hours later`,
  ],
  'docs/known-issues.md': [
    `What it said of a text is kept for ${declared('sources/language-model/question.ts', 'KEPT_MS') === 365 * DAY ? 'a year' : '?'}`,
    `fewer than ${declared('issues/find-issues.ts', 'LEAST_COMPLAINTS')} complaints`,
    `kept for ${declared('issues/findings-cache.ts', 'FINDINGS_KEPT_MS') / DAY} days`,
    `waits at most ${declared('issues/service.ts', 'MODEL_DEADLINE_MS') / SECOND} seconds for a model`,
  ],
  'docs/vin.md': [
    `at most ${declared('vehicle/vehicle-service.ts', 'DEFAULT_DEADLINE_MS')} ms`,
    `of the last ${declared('vehicle/vehicle-service.ts', 'OLD_MS') / DAY} days`,
  ],
  'docs/report.md': [
    `${(readConfig({}).requestDeadlineMs * declared('parts.ts', 'SHARE_OF_REPORT')) / SECOND} seconds unless configured`,
  ],
  'docs/agents.md': [
    `Tasks are kept for ${declared('agents/a2a/task-store.ts', 'KEEP_MS') === HOUR ? 'an hour' : '?'}`,
    `gets it, for ${inWords(kept / MINUTE)} minutes and without a second charge`,
    `for a price (${unpaid.limit} a minute) and payments that fail (${failed.limit} a minute)`,
    `may have ${MAX_MESSAGE_BYTES / KIB} KiB (413 above) and ${declared('agents/json-rpc.ts', 'MAX_NESTING')} levels`,
    `may read ${usualLimits.resource_templates} a minute`,
    `of ${MAX_MESSAGE_BYTES / KIB} KiB each`,
  ],
  'docs/pages.md': [
    `the sealed copy for ${declared('site/sealed-reports.ts', 'KEPT_DAYS')} days`,
    `One visitor gets ${usualLimits.looks} looks a minute`,
    `from a source within ${declared('report/free-look.ts', 'VISITOR_DEADLINE_MS') / SECOND} seconds`,
    `up to ${inWords(declared('site/vin-advice.ts', 'MOST_SUGGESTIONS'))} cars that may be meant`,
    `in \`localStorage\` for at most ${inWords(kept / MINUTE)} minutes`,
    `signs in on \`/report\` within ${inWords(kept / MINUTE)} minutes`,
  ],
  'docs/client.md': [
    `good for ${inWords((declared('../packages/client/src/wallet.ts', 'LONGEST_VALIDITY_SECONDS') * SECOND) / MINUTE)} minutes at most`,
    `keeps the answer for ${inWords(kept / MINUTE)} minutes`,
    `under ${declared('../test/client/bundle.test.ts', 'LARGEST_BYTES') / 1_000} kB minified`,
    `| \`timeoutMs\` | ${declared('../packages/client/src/client.ts', 'timeoutMs')} |`,
    `| \`repeatForMs\` | ${declared('../packages/client/src/client.ts', 'repeatForMs')} |`,
  ],
  'clients/python/README.md': [
    `| \`timeout\` | ${python('DEFAULT_TIMEOUT')} |`,
    `| \`repeat_for\` | ${python('DEFAULT_REPEAT_FOR')} |`,
    `\`FORECOURT_MAX_PER_CALL_USD\`, or ${python('DEFAULT_PER_CALL_USD')} |`,
    `\`FORECOURT_MAX_TOTAL_USD\`, or ${python('DEFAULT_TOTAL_USD')} |`,
  ],
};

/** The sentences that an operator reads are on many pages. */
const ofOperators =
  'proxy docker kubernetes rehearse go-live upgrade prices refunds model watch alarms'.split(' ');
const textOf = (file: string) =>
  file === 'docs of operators'
    ? ofOperators.map((page) => readDocument(`docs/${page}.md`)).join(' ')
    : readDocument(file);

describe.each(Object.entries(promises))('%s', (file, sentences) => {
  const text = textOf(file);
  it.each(sentences)('says: %s', (sentence) => {
    expect(text).toContain(sentence);
  });
});

it.each(products.map(({ path, priceUsd }) => [path, priceUsd]))(
  'README.md says what %s costs',
  (path, priceUsd) => {
    expect(readDocument('README.md')).toMatch(
      new RegExp(`\`${path}\\?[^|]*\` \\| \\$${priceUsd.replace('.', '\\.')} \\|`),
    );
  },
);

it('the depth of a settlement is a minute', () => {
  expect(SETTLEMENT_DEPTH * BLOCK_MS).toBe(MINUTE);
});

it('the two clients wait equally long', () => {
  expect(python('DEFAULT_TIMEOUT') * SECOND).toBe(declared('../packages/client/src/client.ts', 'timeoutMs'));
  expect(python('DEFAULT_REPEAT_FOR') * SECOND).toBe(
    declared('../packages/client/src/client.ts', 'repeatForMs'),
  );
});

it('two sources of one host share its calls', () => {
  expect(2 * nhtsa('CALLS_AT_A_TIME')).toBe(http('maxConcurrent'));
});

/** A number with a unit of time, size or rate, as prose writes it. */
const QUANTITY =
  /(?<![\w.])(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)[ -](?:ms|s|seconds?|minutes?|hours?|days?|bytes|[kKM]i?B|characters|times|levels|a minute)\b/g;

/** Numbers of somebody else, of an example, or measured: nothing in the program declares them. */
const undeclared: Record<string, readonly string[]> = {
  'docs of operators': [
    'rest for ten seconds',
    'kills after ten seconds',
    'has four times as much',
    'a /48 sixteen times',
    'downloads about 76 MB',
    'some 400 MB of memory',
    'less than 4,000 bytes',
    'a line of 9 KB',
  ],
};

it.each(['docs of operators', 'docs/payments.md', 'docs/sources.md', 'docs/agents.md', 'docs/client.md'])(
  '%s promises nothing that is not checked here',
  (file) => {
    const sentences = [...(promises[file] ?? []), ...(undeclared[file] ?? [])];
    const rest = sentences.reduce((text, sentence) => text.replaceAll(sentence, '…'), textOf(file));
    const loose = [...rest.matchAll(QUANTITY)].map(({ index }) =>
      rest.slice(Math.max(0, index - 40), index + 40),
    );
    expect(loose).toEqual([]);
  },
);
