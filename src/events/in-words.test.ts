import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { inWords } from './logger.ts';

const said = (fields: object) => stripVTControlCharacters(inWords(JSON.stringify({ time: 0, ...fields })));

it('says what happened and what with, of a fault its kind and the place in our own code', () => {
  const frames = [
    'at node:internal/timers:1:2',
    'at read (file:///app/node_modules/pg/lib.js:3:4)',
    'at ask (file:///app/src/parts.ts:5:6)',
  ];
  const fault = { kind: 'SilenceError', frames };
  expect(said({ level: 40, msg: 'background task faulted', task: 'purge', fault })).toMatch(
    /^\d\d:\d\d:\d\d {2}background task faulted, task purge, fault SilenceError at \/app\/src\/parts\.ts:5:6\)?$/,
  );
  expect(said({ level: 30, msg: 'payment settled', amountAtomic: '10000' })).toContain(
    'payment settled, amount atomic 10000',
  );
});

it('names a request by its id only where the service is at fault', () => {
  const request = { level: 30, msg: 'request', method: 'GET', route: '/health', durationMs: 1.2 };
  expect(said({ ...request, status: 200, requestId: 'a' })).toMatch(/ {2}GET \/health 200 in 1\.2 ms$/);
  expect(said({ ...request, status: 500, requestId: 'a' })).toMatch(/500 in 1\.2 ms, request a$/);
});
