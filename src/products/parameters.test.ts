import { describe, expect, it } from 'vitest';
import { costsQuery } from '../costs/query.ts';
import { isServiceError, type ServiceError } from '../errors/service-error.ts';
import { parseParameters, readSearch } from './product.ts';

function refusalOf(search: string): ServiceError<'invalid_parameters'> {
  try {
    parseParameters(costsQuery, readSearch(new URLSearchParams(search)));
  } catch (error) {
    if (isServiceError(error, 'invalid_parameters')) return error;
    throw error;
  }
  throw new Error(`${search} was taken`);
}

describe('a refusal of parameters', () => {
  it('says in plain words which values a parameter takes', () => {
    expect(refusalOf('country=US&state=TX&price=1&sale_type=lease').details.issues).toEqual([
      { parameter: 'sale_type', message: 'must be one of private, dealer', allowed: ['private', 'dealer'] },
    ]);
  });

  it('lists the values of a parameter that is missing, too', () => {
    expect(refusalOf('').details.issues).toEqual([
      { parameter: 'country', message: 'is required', allowed: ['CA', 'US'] },
      { parameter: 'price', message: 'is required' },
      { parameter: 'sale_type', message: 'is required', allowed: ['private', 'dealer'] },
    ]);
  });

  it('names a parameter once in its message, however much is wrong with it', () => {
    const refusal = refusalOf('country=US&state=TX&price=1&price=2&sale_type=private&family_gift=maybe');
    expect(refusal.details.issues.map(({ parameter }) => parameter)).toEqual([
      'price',
      'family_gift',
      'family_gift',
    ]);
    expect(refusal.message).toMatch(
      /^Correct these parameters: price \(is given more than once\), family_gift \(must be .*\)\.$/,
    );
  });

  it('ignores no parameter, whatever its name', () => {
    const search = 'country=US&state=TX&price=1&sale_type=private';
    for (const name of ['__proto__', 'constructor', 'toString', 'State', '']) {
      expect(refusalOf(`${search}&${name}=1`).details.issues).toEqual([
        {
          parameter: name,
          message: expect.stringContaining('is not a parameter of this path'),
          allowed: expect.arrayContaining(['country', 'price']),
        },
      ]);
    }
  });

  it('speaks of one parameter where one is wrong, and of the values that it takes', () => {
    const sale = 'country=US&state=TX&price=1';
    expect(refusalOf(`${sale}&sale_type=lease`).message).toBe(
      'Correct this parameter: sale_type (must be one of private, dealer).',
    );
    expect(refusalOf(sale).message).toBe(
      'Correct this parameter: sale_type (is required; taken are private, dealer).',
    );
  });
});
