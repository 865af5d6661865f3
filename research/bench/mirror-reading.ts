import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { mostComplained } from '../../src/mirror/read/nhtsa-reader.ts';
import { describeTimes, timesOf } from './measure.ts';
import { BUSIEST } from './mirror-files.ts';

/** V8 goes on compiling for thousands of the first readings. */
const WARMING = 12_000;
const READINGS = 2_000;
// Nobody is asked for what the copy knows: there is nobody at that address.
const NOBODY = 'http://127.0.0.1:1';

/** Reads what a request waits for that is answered from the copy. The storage is that of the environment. */
await using forecourt = Forecourt.create(
  readConfig({ ...process.env, LOG_LEVEL: 'silent', NHTSA_URL: NOBODY, TRANSPORT_CANADA_URL: NOBODY }),
);
const { kind } = await forecourt.storage();
const copy = await (await forecourt.mirror()).copy('complaints');
if (!copy) throw new Error('The sync left no copy.');
const cars = await mostComplained(copy.reader, 5_000, 2027);
const car = (index: number) => cars[(index * 7919) % cars.length] ?? BUSIEST;
const [recalls, complaints] = await Promise.all([forecourt.recalls(), forecourt.complaints()]);
/** Cars that the copies of both countries know: others would be asked for elsewhere. */
const recalled: typeof cars = [];
for (const one of cars.slice(0, 500)) {
  const canadian = await (await forecourt.mirror()).copy('canada');
  const rows = await canadian?.reader.recallsOfMakes([one.make], one.year);
  if (rows?.some(({ make, model }) => make === one.make && model === one.model)) recalled.push(one);
}

await measure('recalls of a car in both countries, related', (index) =>
  recalls.forVehicle(recalled[(index * 7919) % recalled.length] ?? BUSIEST),
);
await measure('the same of the car with the most', () => recalls.forVehicle(BUSIEST));
await measure('complaints of a car', (index) => complaints.read(car(index)));
await measure('the same of the car with the most', () => complaints.read(BUSIEST));

async function measure(what: string, read: (index: number) => Promise<unknown>): Promise<void> {
  await timesOf(WARMING, read);
  console.log(`${kind}: ${what}: ${describeTimes(await timesOf(READINGS, read))}`);
}
