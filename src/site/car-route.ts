import { pagePaths } from '../documents/links.ts';
import { isServiceError } from '../errors/service-error.ts';
import { limited } from '../http/rate-limits.ts';
import { type HttpContext, replyText } from '../http/reply.ts';
import type { Route } from '../http/routes.ts';
import type { Limits } from '../limits/limits.ts';
import type { LookFreely } from '../report/free-look.ts';
import { carPage, noCarPage } from './car-page.ts';
import { HTML, type Page, privateHeaders, type Site, writePage } from './page.ts';
import { adviseOnVin } from './vin-advice.ts';

interface Options {
  site: Site;
  lookFreely: LookFreely;
  limits: Limits;
}

const LOOKS_PER_MINUTE = 10;

/** A first look at one car: read from caches and sources, so that it is limited more than a page that is only written. */
export function carRoute({ site, lookFreely, limits }: Options): Route {
  const reply = ({ env: { exchange } }: HttpContext, status: number, page: Page) =>
    replyText(exchange, status, writePage(page, site), HTML, privateHeaders);
  const look = limited(limits.of('looks', LOOKS_PER_MINUTE), async (c) => {
    const given = vinOf(c);
    try {
      return reply(c, 200, carPage(await lookFreely(given, c.req.raw.signal), site.offered));
    } catch (error) {
      if (isServiceError(error, 'invalid_vin') || isServiceError(error, 'vehicle_not_resolved'))
        return reply(c, error.status, noCarPage(given, error));
      throw error;
    }
  });
  return { path: pagePaths.car, get: (c) => (vinOf(c) === '' ? reply(c, 200, noCarPage('')) : look(c)) };
}

/** What is copied has blanks and hyphens in it. */
function vinOf(c: HttpContext): string {
  return adviseOnVin((c.req.query('vin') ?? '').slice(0, LONGEST_GIVEN)).vin;
}

const LONGEST_GIVEN = 64;
