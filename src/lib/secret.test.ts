import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, it, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { Secret, seal, unseal } from './secret.ts';

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

const key = randomBytes(32);

test('a sealed text opens with its key and for what it is bound to, and not otherwise', () => {
  const sealed = seal('Mazda, né Protegé', { key, boundTo: 'a' });
  expect(unseal(sealed, { key, boundTo: 'a' })).toBe('Mazda, né Protegé');
  expect(() => unseal(sealed, { key, boundTo: 'b' })).toThrow();
  expect(() => unseal(sealed, { key })).toThrow();
  expect(() => unseal(sealed, { key: randomBytes(32), boundTo: 'a' })).toThrow();
});

test('the same text is never sealed alike, and no changed seal opens', () => {
  const sealed = seal('text', { key });
  expect(seal('text', { key })).not.toBe(sealed);
  const bytes = Buffer.from(sealed, 'base64');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal(changed.toString('base64'), { key })).toThrow();
  }
});
