import { describe, expect, it } from 'vitest';
import { type RunningService, runService } from '../running-service.ts';

const CATALOG = '/.well-known/catalog';

/** The status for a client of whom a proxy says so. */
const statusFor = async ({ get }: RunningService, forwarded: string, path = CATALOG) =>
  (await get(path, { method: 'HEAD', headers: { 'X-Forwarded-For': forwarded } })).status;

describe('rate limits of the free paths', () => {
  it('allows the catalog five times a minute and then says when to come back', async () => {
    await using service = await runService();
    for (const left of [4, 3, 2, 1, 0]) {
      const response = await service.get(CATALOG);
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"client";r=${left};t=\\d+$`));
      expect(response.headers.get('ratelimit-policy')).toBe('"client";q=5;w=60');
    }
    const refused = await service.get(CATALOG);
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(65);
    expect(await refused.json()).toMatchObject({
      error: 'rate_limited',
      limit: 'catalog',
      message: expect.stringContaining('catalog'),
      retryAfterSeconds: retryAfter,
      charged: false,
    });
  });

  it('counts the files that pages need together', async () => {
    await using service = await runService({ TRUSTED_PROXIES: '1' });
    await Promise.all(
      Array.from({ length: 600 }, () => statusFor(service, '192.0.2.5', '/manifest.webmanifest')),
    );
    expect(await statusFor(service, '192.0.2.5', '/share.jpg')).toBe(429);
    expect(await statusFor(service, '192.0.2.6', '/share.jpg')).toBe(200);
  });

  it('does not believe X-Forwarded-For where no proxy is trusted', async () => {
    await using service = await runService();
    for (let call = 0; call < 5; call += 1) expect(await statusFor(service, `10.0.0.${call}`)).toBe(200);
    expect(await statusFor(service, '10.0.0.5')).toBe(429);
  });

  it('counts by the address that the trusted proxy saw, and IPv6 by its /64', async () => {
    await using service = await runService({ TRUSTED_PROXIES: '1' });
    for (let call = 0; call < 5; call += 1)
      expect(await statusFor(service, `spoofed-${call}, 2001:db8:1:2:${call}::9`)).toBe(200);
    expect(await statusFor(service, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await statusFor(service, '2001:db8:1:3::1')).toBe(200);
    expect(await statusFor(service, '192.0.2.7')).toBe(200);
  });

  it.each([
    ['192.0.2.9:5000', '192.0.2.9:5001', '192.0.2.9'],
    ['[2001:db8::9]:5000', '[2001:db8::8]', '2001:db8::7'],
  ])('counts %s, %s and %s as one, for some proxies write the port', async (first, second, third) => {
    await using service = await runService({ TRUSTED_PROXIES: '1' });
    for (const forwarded of [first, second, third, first, second])
      expect(await statusFor(service, forwarded)).toBe(200);
    expect(await statusFor(service, third)).toBe(429);
  });
});
