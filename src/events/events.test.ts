import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createEvents } from './events.ts';
import { inWords } from './logger.ts';
import { createMetrics } from './metrics.ts';

function openEvents() {
  const lines: string[] = [];
  const output = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  return {
    lines,
    events: createEvents({ logger: pino(output), requestLog: () => () => {} }, createMetrics()),
  };
}

it('says in the log why the storage cannot be written, as its own words have it', () => {
  const { lines, events } = openEvents();
  events.storageFaulted(new Error('The database file /data/forecourt.sqlite was deleted'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, reason: 'The database file /data/forecourt.sqlite was deleted' },
  ]);
});

it('a fault is logged by its kind and its place in the code, without what its message quotes', () => {
  const { lines, events } = openEvents();
  const error = new TypeError('Cannot read\n5NPDH4AE8DH100013');
  events.requestFaulted({ requestId: 'id', route: '/v1/decode', error });
  events.backgroundFaulted({ task: 'purge', error });
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const { fault } = JSON.parse(line);
    expect(fault).toEqual({ kind: 'TypeError', frames: expect.any(Array) });
    expect(fault.frames[0]).toMatch(/^at .*events\.test\.ts/);
    expect(line).not.toMatch(/Cannot read|5NPDH4AE8DH100013/);
  }
});

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
