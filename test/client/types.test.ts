import type { PrivateKeyAccount } from 'viem/accounts';
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { CanadaSale, DecodeAnswer, ForecourtClient, Signer, UsSale } from '../../src/client/index.ts';
import type { costsQuery } from '../../src/costs/query.ts';
import type { decode } from '../../src/products/decode.ts';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

test('the types are those of what is sold', () => {
  type Body = Awaited<ReturnType<(typeof decode)['compute']>>['body'];
  expectTypeOf<Omit<DecodeAnswer, 'charged' | 'paidBefore' | 'disclaimer'>>().toEqualTypeOf<
    Omit<Body, never>
  >();
  expectTypeOf<Snake<keyof CanadaSale | keyof UsSale>>().toEqualTypeOf<keyof z.input<typeof costsQuery>>();
  expectTypeOf<Awaited<ReturnType<ForecourtClient['recalls']>>['counts']['us']>().toEqualTypeOf<number>();
});

test('what comes with an answer does not change its type', () => {
  type Whole = ForecourtClient['withResponse'];
  expectTypeOf<Parameters<Whole['decode']>>().toEqualTypeOf<Parameters<ForecourtClient['decode']>>();
  expectTypeOf<Awaited<ReturnType<Whole['decode']>>['answer']>().toEqualTypeOf<DecodeAnswer>();
  expectTypeOf<Awaited<ReturnType<Whole['sample']['decode']>>['answer']['sample']>().toEqualTypeOf<true>();
});

test('an account of viem can pay', () => {
  expectTypeOf<PrivateKeyAccount>().toExtend<Signer>();
});
