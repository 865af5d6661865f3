import { describe, expect, it } from 'vitest';
import { runService } from '../running-service.ts';

describe('rate limits of the free paths', () => {
  it('allows the catalog five times a minute and then says when to come back', async () => {
    await using service = await runService();
    for (const left of [4, 3, 2, 1, 0]) {
      const response = await service.get('/.well-known/catalog');
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"client";r=${left};t=\\d+$`));
      expect(response.headers.get('ratelimit-policy')).toBe('"client";q=5;w=60');
    }
    const refused = await service.get('/.well-known/catalog');
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({
      error: 'rate_limited',
      limit: '/.well-known/catalog',
      message: expect.stringContaining('/.well-known/catalog'),
      retryAfterSeconds: retryAfter,
      charged: false,
    });
  });

  it('counts the files that pages need together', async () => {
    await using service = await runService({ TRUSTED_PROXIES: '1' });
    const ask = async (client: string, path: string) =>
      (await service.get(path, { method: 'HEAD', headers: { 'X-Forwarded-For': client } })).status;
    await Promise.all(Array.from({ length: 600 }, () => ask('192.0.2.5', '/manifest.webmanifest')));
    expect(await ask('192.0.2.5', '/share.jpg')).toBe(429);
    expect(await ask('192.0.2.6', '/share.jpg')).toBe(200);
  });

  it('does not believe X-Forwarded-For where no proxy is trusted', async () => {
    await using service = await runService();
    const statuses = [];
    for (let call = 0; call < 6; call += 1) {
      const { status } = await service.get('/.well-known/catalog', {
        headers: { 'X-Forwarded-For': `10.0.0.${call}` },
      });
      statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('counts by the address that the trusted proxy saw, and IPv6 by its /64', async () => {
    await using service = await runService({ TRUSTED_PROXIES: '1' });
    const ask = async (forwarded: string) =>
      (await service.get('/.well-known/catalog', { headers: { 'X-Forwarded-For': forwarded } })).status;
    for (let call = 0; call < 5; call += 1)
      expect(await ask(`spoofed-${call}, 2001:db8:1:2:${call}::9`)).toBe(200);
    expect(await ask('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await ask('2001:db8:1:3::1')).toBe(200);
    expect(await ask('192.0.2.7')).toBe(200);
  });

  it.each([
    ['192.0.2.9:5000', '192.0.2.9:5001', '192.0.2.9'],
    ['[2001:db8::9]:5000', '[2001:db8::8]', '2001:db8::7'],
  ])('counts %s, %s and %s as one, for some proxies write the port', async (first, second, third) => {
    await using service = await runService({ TRUSTED_PROXIES: '1' });
    const ask = async (forwarded: string) =>
      (await service.get('/.well-known/catalog', { headers: { 'X-Forwarded-For': forwarded } })).status;
    for (const forwarded of [first, second, third, first, second]) expect(await ask(forwarded)).toBe(200);
    expect(await ask(third)).toBe(429);
  });
});
