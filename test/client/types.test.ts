import type {
  CanadaSale,
  DecodeAnswer,
  DecodeQuery,
  ForecourtClient,
  Signer,
  UsSale,
} from '@forecourt/client';
import type { PrivateKeyAccount } from 'viem/accounts';
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { costsQuery } from '../../src/costs/query.ts';
import type { decodeQuery } from '../../src/products/decode.ts';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

test('what can be asked is what the service reads', () => {
  expectTypeOf<Snake<keyof CanadaSale | keyof UsSale>>().toEqualTypeOf<keyof z.input<typeof costsQuery>>();
  expectTypeOf<Snake<keyof DecodeQuery>>().toEqualTypeOf<keyof z.input<typeof decodeQuery>>();
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
