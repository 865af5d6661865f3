import type {
  CanadaSale,
  Decode,
  DecodeAnswer,
  DecodeQuery,
  ForecourtClient,
  KnownIssues,
  Prepurchase,
  PurchaseCosts,
  Recalls,
  Signer,
  UsSale,
} from '@forecourt/client';
import type { PrivateKeyAccount } from 'viem/accounts';
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { costsQuery } from '../../src/costs/query.ts';
import type { decode } from '../../src/products/decode.ts';
import type { decodeQuery } from '../../src/products/decode-query.ts';
import type { knownIssues } from '../../src/products/known-issues.ts';
import type { prepurchase } from '../../src/products/prepurchase.ts';
import type { purchaseCosts } from '../../src/products/purchase-costs.ts';
import type { recalls } from '../../src/products/recalls.ts';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** As it goes over the wire: what is undefined is left out. */
type Sent<Value> = Value extends object
  ? { [Name in keyof Value]: Sent<Exclude<Value[Name], undefined>> }
  : Value;
type BodyOf<Product extends SoldProduct> = Sent<Awaited<ReturnType<Product['compute']>>['body']>;
type SoldProduct = { compute(...given: never[]): Promise<{ body: unknown }> };

test('the types are those of what is sold', () => {
  expectTypeOf<BodyOf<typeof decode>>().toExtend<Decode>();
  expectTypeOf<BodyOf<typeof recalls>>().toExtend<Recalls>();
  expectTypeOf<BodyOf<typeof knownIssues>>().toExtend<KnownIssues>();
  expectTypeOf<BodyOf<typeof purchaseCosts>>().toExtend<PurchaseCosts>();
  expectTypeOf<BodyOf<typeof prepurchase>>().toExtend<Prepurchase>();
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
