import { ServiceError } from '../errors/service-error.ts';

/** The arguments of a call written as the query of the same call over HTTP. */
export function toSearch(parameters: Record<string, unknown>): URLSearchParams {
  const search = new URLSearchParams();
  const wrong: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    if (['string', 'number', 'boolean'].includes(typeof value)) search.set(name, String(value));
    else wrong.push(name);
  }
  if (wrong.length > 0) {
    throw new ServiceError('invalid_parameters', {
      issues: wrong.map((parameter) => ({ parameter, message: 'must be a text, a number, true or false' })),
    });
  }
  return search;
}
