import type { Country } from '../costs/places.ts';
import type { HttpContext } from '../http/reply.ts';

/** Where a visitor probably buys, by the languages of the browser: "en-US" is the United States, all else Canada. */
export function countryOfVisitor(c: HttpContext): Country {
  const [first] = (c.req.header('Accept-Language') ?? '').match(/-(US|CA)\b/i) ?? [];
  return first?.slice(1).toUpperCase() === 'US' ? 'US' : 'CA';
}
