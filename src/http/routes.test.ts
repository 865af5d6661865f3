import { describe, expect, it } from 'vitest';
import { createExactRouter } from './routes.ts';

describe('routes by whole paths', () => {
  const router = createExactRouter('unknown');
  router.add('GET', '/docs', 'read');
  router.add('POST', '/docs', 'write');

  it.each([
    ['GET', '/docs', ['read']],
    ['POST', '/docs', ['write']],
    ['PUT', '/docs', ['unknown']],
    ['GET', '/docs/', ['unknown']],
    ['GET', '/constructor', ['unknown']],
  ])('%s %s', (method, path, found) => {
    expect(router.match(method, path)[0].map(([handler]) => handler)).toEqual(found);
  });

  it.each(['/cars/:vin', '/assets/*'])('%s is refused: nothing would ever be found by it', (path) => {
    expect(() => router.add('GET', path, 'never')).toThrow(`${path} is a pattern`);
  });
});
