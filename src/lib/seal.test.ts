import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './secret.ts';

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
