import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createEmbeddedSynthesizer } from '../../src/issues/embedded/synthesizer.ts';
import { createModelSynthesizer } from '../../src/issues/model/synthesizer.ts';
import { blockOf, complaintsIn } from '../../src/issues/read/filed.ts';
import { proposeIssues } from '../../src/issues/report.ts';
import type { IssueSynthesizer } from '../../src/issues/synthesizer.ts';
import { createModelBudget } from '../../src/sources/language-model/budget.ts';
import { createKeptAnswers } from '../../src/sources/language-model/kept-answers.ts';
import { createLanguageModel, type ModelCall } from '../../src/sources/language-model/language-model.ts';
import { openModel } from '../../src/sources/language-model/provider.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { complaintsOfAllKinds } from './issues-complaints.ts';

const CHARACTERS_A_TOKEN = 4;
const SPEEDS = [50, 100, 200];
const SIZES = [150, 5000];
/** Dollars for a million tokens, in and out, as small models ask. */
const PRICES = { input: 0.25, output: 2 };
const signal = new AbortController().signal;

/** The model path against a service that writes so many tokens a second: tokens, calls, money and time of one car. */
export async function run(): Promise<void> {
  const embedded = createEmbeddedSynthesizer();
  console.log('complaints  tokens/s  calls  tokens in  tokens out  dollars  seconds with the model');
  for (const size of SIZES) for (const speed of SPEEDS) await measure(embedded, size, speed);
}

async function measure(embedded: IssueSynthesizer, size: number, speed: number): Promise<void> {
  await using service = await startService(speed);
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'));
  await using storage = await openStorage({ kind: 'sqlite', folder });
  const calls: ModelCall[] = [];
  const model = createLanguageModel({
    name: 'bench',
    model: openModel({
      provider: 'openai-compatible',
      model: 'bench',
      apiKey: undefined,
      baseUrl: service.url,
    }),
    budget: createModelBudget({ counters: storage.counters, monthlyUsd: 100, now: Date.now }),
    observe: (call) => calls.push(call),
  });
  const kept = createKeptAnswers(storage.cache, Date.now);
  let groupedAt = 0;
  const synthesizer = createModelSynthesizer({
    model,
    kept,
    embedded: {
      ...embedded,
      async propose(blocks, asOf, asked) {
        const proposed = await proposeIssues(complaintsIn(blocks), embedded, asOf, asked);
        groupedAt = performance.now();
        return proposed;
      },
    },
  });
  await synthesizer.find?.([blockOf(complaintsOfAllKinds(size))], '2026-06-30', { signal });
  const seconds = (performance.now() - groupedAt) / 1000;
  rmSync(folder, { recursive: true });
  const tokens = (of: 'inputTokens' | 'outputTokens') => calls.reduce((sum, call) => sum + call[of], 0);
  const dollars = (tokens('inputTokens') * PRICES.input + tokens('outputTokens') * PRICES.output) / 1e6;
  console.log(
    [
      size,
      speed,
      calls.length,
      tokens('inputTokens'),
      tokens('outputTokens'),
      dollars.toFixed(4),
      seconds.toFixed(1),
    ].join('  '),
  );
}

const shownSchema = z.object({
  complaints: z.array(z.object({ key: z.string(), text: z.string() })).optional(),
  groups: z
    .array(
      z.object({ key: z.string(), suggested: z.string(), members: z.array(z.object({ key: z.string() })) }),
    )
    .optional(),
});

/** Answers as long as an honest model's would be. */
function answerTo({ complaints = [], groups = [] }: z.infer<typeof shownSchema>): string {
  if (groups.length > 0) {
    const named = groups.map(({ key, suggested, members }) => ({
      key,
      title: suggested,
      members: members.map((member) => member.key),
      tags: ['engine'],
      hazard: 'medium',
      sameAs: null,
    }));
    return JSON.stringify({ groups: named });
  }
  const facets = complaints.map(({ key, text }) => {
    const words = text.split(' ');
    return {
      key,
      part: words.slice(0, 2).join(' '),
      failure: words.slice(4, 10).join(' '),
      quote: words.slice(4, 15).join(' '),
    };
  });
  return JSON.stringify({ facets });
}

async function startService(tokensPerSecond: number) {
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const { messages } = z
        .object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) })
        .parse(JSON.parse(body));
      const shown = shownSchema.parse(JSON.parse(messages.at(-1)?.content ?? '{}'));
      const content = answerTo(shown);
      const [input, output] = [body.length, content.length].map((length) =>
        Math.ceil(length / CHARACTERS_A_TOKEN),
      );
      await pause((1000 * (output ?? 0)) / tokensPerSecond);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 1,
          model: 'bench',
          choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
          usage: { prompt_tokens: input, completion_tokens: output },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
