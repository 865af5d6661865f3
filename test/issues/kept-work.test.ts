import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadPrompts } from '../../src/issues/model/asking.ts';
import { createKeptAnswers } from '../../src/sources/language-model/question.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { openDigestSecret, sealCache } from '../../src/storage/secrets.ts';
import { folderOfTest } from '../own-folder.ts';
import { withPostgres } from '../postgres.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';

const INSTANCE = fileURLToPath(new URL('./asking-instance.ts', import.meta.url));

function start(model: ScriptedModel, environment: Record<string, string>) {
  const child = spawn(process.execPath, [INSTANCE], {
    env: { ...process.env, LLM_BASE_URL: model.baseUrl, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, said: text(child.stdout), ended: once(child, 'exit') };
}

/** The texts of complaints that the model was shown in these calls. */
function textsIn(calls: ScriptedModel['asked']): string[] {
  return calls.flatMap(({ stage, body }) =>
    stage === 'describe'
      ? [...body.matchAll(/\\"text\\":\\"(.*?)\\"\}/g)].map(([, shown]) => shown ?? '')
      : [],
  );
}

test('what a model said before kill -9 is not paid for again', async () => {
  await using model = await startScriptedModel();
  const folder = folderOfTest();
  model.behave = ({ index }) => (index === 0 ? 'good' : 'slow');
  const first = start(model, { DATA_DIR: folder });
  await expect.poll(() => model.asked.length).toBeGreaterThanOrEqual(2);
  const paid = textsIn(model.asked.slice(0, 1));
  await using storage = await openStorage({ kind: 'sqlite', folder });
  const secret = await openDigestSecret(storage.secrets, undefined);
  const kept = createKeptAnswers(sealCache(storage.cache, secret), Date.now);
  const isKept = (shown = '') =>
    kept.find(['openai-compatible/scripted', loadPrompts().describe, shown], z.unknown());
  await expect.poll(() => isKept(paid.at(-1))).toBeDefined();
  first.child.kill('SIGKILL');
  await first.ended;
  model.asked.splice(0);

  model.behave = () => 'good';
  // With one complaint more nobody waits until the lease of the killed one has run out.
  const second = start(model, { DATA_DIR: folder, COMPLAINTS: '61' });
  expect(await second.said).toBe('llm 2\n');
  expect(textsIn(model.asked).filter((shown) => paid.includes(shown))).toEqual([]);
});

test('two instances on one PostgreSQL pay for one answer', async () => {
  await using database = await withPostgres();
  await using model = await startScriptedModel();
  const instances = [1, 2].map(() => start(model, { DATA_DIR: folderOfTest(), DATABASE_URL: database.url }));
  expect(await Promise.all(instances.map(({ said }) => said))).toEqual(['llm 2\n', 'llm 2\n']);
  const shown = textsIn(model.asked);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).toEqual([...new Set(shown)]);
  expect(model.asked.filter(({ stage }) => stage === 'group')).toHaveLength(1);
});
