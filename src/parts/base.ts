import { createHmac } from 'node:crypto';
import type { Builders } from './parts.ts';

const HOME_PAGE = 'https://github.com/forecourt/forecourt';

/** What everything else stands on: time, storage, what is written down and counted, and what is sold. */
export const base = {
  async clock() {
    return (await import('../lib/clock.ts')).systemClock;
  },
  async log({ config, closing }) {
    const { createLog } = await import('../events/logger.ts');
    return closing.use(createLog(config.logLevel));
  },
  async metrics() {
    return (await import('../events/metrics.ts')).createMetrics();
  },
  async events({ get }) {
    const { createEvents } = await import('../events/events.ts');
    return createEvents(await get('log'), await get('metrics'));
  },
  async storage({ config, closing }) {
    const { openStorage } = await import('../storage/open-storage.ts');
    return closing.use(await openStorage(config.storage));
  },
  async limits({ get }) {
    const { createLimits } = await import('../limits/limits.ts');
    const { kind, counters } = await get('storage');
    if (kind !== 'postgres') return createLimits();
    const keyedName = await get('keyedName');
    return createLimits({ counters, nameOf: (client) => keyedName('client', client) });
  },
  async keyedName({ config, get }) {
    const { openDigestSecret } = await import('../storage/digest-secret.ts');
    const secret = await openDigestSecret((await get('storage')).secrets, config.digestSecret);
    return (kind, text) => createHmac('sha256', secret).update(`${kind} ${text}`).digest('base64url');
  },
  async userAgent({ config }) {
    const { version } = await import('../lib/version.ts');
    return `Forecourt/${version} (+${config.publicUrl ?? HOME_PAGE})`;
  },
  async products() {
    return (await import('../products/table.ts')).products;
  },
} satisfies Partial<Builders>;
