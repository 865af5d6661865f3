import type { Complaint } from '../../src/issues/read/complaint.ts';
import { type PreparedComplaint, prepareComplaints } from '../../src/issues/read/prepare.ts';

/** A complaint with everything left out that a test does not speak of. */
export function complaint(odiNumber: number, summary: string, more: Partial<Complaint> = {}): Complaint {
  return {
    odiNumber,
    filedOn: '2025-03-01',
    incidentOn: null,
    components: [],
    crash: false,
    fire: false,
    injuries: 0,
    deaths: 0,
    summary,
    ...more,
  };
}

/** As the engines read them, numbered from 11000001. */
export function prepared(...texts: readonly string[]): PreparedComplaint[] {
  return prepareComplaints(texts.map((text, index) => complaint(11_000_001 + index, text)));
}

const STORIES = [
  'My fuel gauge drops to empty right after I leave the gas station number',
  'On the way to school the fuel gauge swung up and down all morning, trip',
  'The fuel gauge is stuck on empty and the check engine light came on at visit',
  'The engine stalled on the interstate with trucks behind me, exit',
  'It stalls at every red light since the spring, counted time',
  'While I was turning left the car stalled and I nearly got hit, witness',
];
const ASIDES = [
  'and my wife was scared',
  'so I pulled over',
  'again last week',
  'my mechanic shrugged',
  'in the rain',
  'at night',
];

/** Distinct complaints, half about a fuel gauge and half about stalling. */
export function twoFailures(count: number): Complaint[] {
  return Array.from({ length: count }, (_, index) =>
    complaint(
      11_000_000 + index,
      `${STORIES[index % STORIES.length]} ${index * 13 + 7} ${ASIDES[(index * 5 + (index >> 3)) % ASIDES.length]}, story ${index} of ${index * 3}.`,
      { components: [index % 6 < 3 ? 'FUEL SYSTEM, GASOLINE' : 'ENGINE'] },
    ),
  );
}
