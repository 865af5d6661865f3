import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { Secret } from './secret.ts';

const secret = new Secret('hunter2');

it('gives its value to whoever asks for it', () => {
  expect(secret.reveal()).toBe('hunter2');
});

it.each<[string, (value: unknown) => string]>([
  ['as text', (value) => `${value}`],
  ['as JSON', (value) => JSON.stringify({ held: [value] })],
  ['inspected', (value) => inspect({ held: [value] }, { depth: null, showHidden: true })],
  ['spread and listed', (value) => JSON.stringify(Object.entries(Object(value)))],
])('does not show it %s', (_how, show) => {
  expect(show(secret)).not.toContain('hunter2');
});

it('hides every secret of a configuration that is printed whole', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://me:hunter2@db/x',
    PAY_TO: `0x${'12'.repeat(20)}`,
    CDP_API_KEY_ID: 'id',
    CDP_API_KEY_SECRET: 'hunter2',
    RPC_URL: 'https://node.example/hunter2',
    DIGEST_SECRET: 'hunter2'.repeat(5),
    LLM_PROVIDER: 'openai',
    LLM_MODEL: 'any',
    LLM_API_KEY: 'hunter2',
  });
  expect(inspect(config, { depth: null }) + JSON.stringify(config)).not.toContain('hunter2');
  expect(config.digestSecret?.reveal()).toBe('hunter2'.repeat(5));
});
