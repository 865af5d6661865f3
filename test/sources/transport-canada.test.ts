import { expect, test } from 'vitest';
import { createTransportCanada } from '../../src/sources/transport-canada/transport-canada.ts';
import { json, startFakeSource } from './fake-source.ts';

const cell = (Name: string, Literal: string) => ({ Name, Value: { Type: 'System.String', Literal } });

function row(number: number) {
  return [
    cell('Recall number', String(number)),
    cell('Manufacturer Name', 'FORD'),
    cell('Model name', 'F-150'),
    cell('Make name', 'FORD'),
    cell('Year', '2015'),
    cell('Recall date', '5/8/2020 12:00:00 AM'),
  ];
}

/** Holds so many rows, gives at most so many a page, and counts what it is asked to. */
async function startCanada(rows: number, { mostAPage = Number.MAX_SAFE_INTEGER, counted = rows } = {}) {
  return startFakeSource((request, response) => {
    const url = new URL(request.url ?? '', 'http://fake');
    if (url.pathname.endsWith('/count')) {
      json({ ResultSet: [[cell('Result Count', String(counted))]] })(request, response);
      return;
    }
    const size = Math.min(mostAPage, Number(url.searchParams.get('limit') ?? 25));
    const start = (Number(url.searchParams.get('page') ?? 1) - 1) * size;
    const page = Array.from({ length: Math.max(0, Math.min(size, rows - start)) }, (_, index) =>
      row(2_010_000 + start + index),
    );
    json({ ResultSet: page })(request, response);
  });
}

const open = (url: string) => createTransportCanada({ baseUrl: url, userAgent: 'forecourt/test' });

test.each([
  ['on one page', 60, {}],
  ['on several full pages', 2_400, {}],
  ['on pages shorter than asked for', 2_400, { mostAPage: 700 }],
  ['that end exactly with a page', 2_000, {}],
  ['of which the count states fewer', 2_400, { counted: 900 }],
])('all rows %s are read', async (_name, rows, behaviour) => {
  await using fake = await startCanada(rows, behaviour);
  await using canada = open(fake.url);
  const read = await canada.recallsOfMakes(['FORD'], 2015);
  expect(new Set(read.map(({ recallNumber }) => recallNumber)).size).toBe(rows);
  expect(read[0]).toMatchObject({ make: 'FORD', model: 'F-150', year: 2015, recalledOn: '2020-05-08' });
});

test('fewer rows than counted are a failure, not an answer', async () => {
  await using fake = await startCanada(60, { counted: 61 });
  await using canada = open(fake.url);
  await expect(canada.recallsOfMakes(['FORD'], 2015)).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('makes are joined by a bar, and a year without recalls is counted twice and asks no list', async () => {
  await using fake = await startCanada(0);
  await using canada = open(fake.url);
  expect(await canada.recallsOfMakes(['RAM', 'DODGE'], 2012)).toEqual([]);
  const count = '/recall/make-name/RAM%7CDODGE/year-range/2012-2012/count?format=json';
  expect(fake.requests).toEqual([count, count]);
});
