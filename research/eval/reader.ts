import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { startFakeSource } from '../../test/sources/fake-source.ts';

export interface Reader extends AsyncDisposable {
  baseUrl: string;
  /** Files that wait for an answer. */
  waiting: readonly string[];
}

const bodySchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });

/**
 * Lets whoever reads well be the model: an OpenAI-compatible service that writes each question to
 * `<its digest>.question.json`, refuses it until `<its digest>.answer.json` is there, and gives that ever after.
 */
export async function startReader(folder: string): Promise<Reader> {
  mkdirSync(folder, { recursive: true });
  const waiting: string[] = [];
  const server = await startFakeSource(async (request, response) => {
    const { messages } = bodySchema.parse(JSON.parse(await text(request)));
    const [instructions, question] = messages.map(({ content }) => content);
    const digest = createHash('sha256').update(`${instructions}\n${question}`).digest('hex').slice(0, 12);
    const answer = join(folder, `${digest}.answer.json`);
    const isAnswered = existsSync(answer);
    response.writeHead(isAnswered ? 200 : 400, { 'content-type': 'application/json' });
    if (!isAnswered) {
      const file = join(folder, `${digest}.question.json`);
      writeFileSync(file, JSON.stringify({ instructions, data: JSON.parse(question ?? '') }, undefined, 1));
      waiting.push(file);
      response.end(JSON.stringify({ error: { message: 'Nobody has answered yet.' } }));
      return;
    }
    const message = { role: 'assistant', content: readFileSync(answer, 'utf8') };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.end(
      JSON.stringify({ id: digest, object: 'chat.completion', created: 1, model: 'reader', choices }),
    );
  });
  return {
    baseUrl: `${server.url}/v1`,
    waiting,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The settings of a service that asks this reader. */
export function settingsOf({ baseUrl }: Reader): NodeJS.ProcessEnv {
  return { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'reader', LLM_BASE_URL: baseUrl };
}
