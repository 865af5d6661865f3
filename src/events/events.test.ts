import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createEvents } from './events.ts';
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
