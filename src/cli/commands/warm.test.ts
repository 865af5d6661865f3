import { describe, expect, it } from 'vitest';
import { usualVins } from './warm.ts';

describe('the usual VINs of a model', () => {
  it('has one for each frequent kind of car, whatever check digit its owners stated', () => {
    const stated = [
      ...Array.from({ length: 6 }, () => '5NPDH4AE8DH'),
      ...Array.from({ length: 2 }, () => '5npdh4ae1dh'),
      ...Array.from({ length: 2 }, () => 'KMHDH4AE0DU'),
      'KMHDH6AH0DU',
      null,
      '',
      '5NPD',
    ];
    expect(usualVins(stated)).toEqual(['5NPDH4AE8DH000001', 'KMHDH4AE0DU000001']);
    expect(usualVins(['', null])).toEqual([]);
  });
});
