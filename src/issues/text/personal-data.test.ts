import { expect, test } from 'vitest';
import { z } from 'zod';
import { readExamples } from '../../../test/issues/examples.ts';
import { withoutPersonalData } from './personal-data.ts';

const PEOPLE = [
  'John Smith',
  'Maria Gonzalez',
  'Karen',
  'Mike',
  'Tyrone Jackson',
  'Priya Patel',
  'Wei Chen',
  'Mark Hill',
  "Sean O'Brien",
  'Fatima Hassan',
  'Bill Carter',
  'Deborah',
  'Luis',
  'Jennifer Lopez-Ruiz',
  'Steve McAllister',
  'Grace Kim',
  'Rajesh',
  'Tammy',
  'Victor Nowak',
  'Yolanda',
  'Kevin B. Dunn',
  'Nancy',
  'Jose Ramirez',
  'Heidi',
]; // prettier-ignore
const SAID_OF_PEOPLE = [
  (name: string) => `I spoke with ${name} at the dealership about the stalling.`,
  (name: string) => `The service manager, ${name} said the transmission is fine.`,
  (name: string) => `The engine stalled again. Sincerely, ${name}`,
  (name: string) => `My name is ${name} and my brakes failed.`,
];
const NUMBERS = [
  '555-867-5309',
  '(212) 555-0188',
  '+1 415 555 2671',
  '3105550143',
  '555.301.4477',
  '867-5309',
  '1-800-555-0199',
  'jo.miller@example.com',
  'k_w77@mail.example.org',
  '5NPDH4AE8DH100013',
  '1hgcm82633a004352',
  'KNDJN2A28E7012345',
  '123-45-6789',
]; // prettier-ignore
const SAID_OF_NUMBERS = [
  (number: string) => `Call me at ${number}, the car stalls.`,
  (number: string) => `The fuel gauge is wrong (${number}).`,
];
const KEYED = [
  'policy number 88-7741-A',
  'Policy # PX4471882',
  'claim no. 0417-22831',
  'claim number is 55-31B-990Z',
  'case 30418822',
  'Case #: 4471-2290',
  'file number 771203',
  'reference number ZK-44120',
  'confirmation 8812KQ77',
  'invoice 4471203',
  'repair order 118834',
  'account number 00417733',
  'police report number 19-004417',
  'license plate 7XKD332',
  'plate number ABC-1234',
  'license plate is KLM 4471',
  'tag number 334 RTV',
  'registration HJ55 KLO',
  "driver's license D4471882",
  'plate 8ABC123',
  'ticket number 99120347',
  'customer id 5501288',
]; // prettier-ignore
const SAID_OF_KEYED = [
  (keyed: string) => `The engine died on the highway, ${keyed}, and I was towed.`,
  (keyed: string) => `Brakes failed. My ${keyed}. The pedal went to the floor.`,
];
const ADDRESSES = ['1422 Maple Grove Road', '9 Elm St', '20117 N. Harbor Bay Blvd', '77 Old Mill Lane'];

/** What is planted, and the sentence that it stands in. */
const planted = [
  ...PEOPLE.flatMap((name) => SAID_OF_PEOPLE.map((say) => ({ secret: name, text: say(name) }))),
  ...PEOPLE.slice(0, 12).map((name) => ({
    secret: name.toUpperCase(),
    text: `THE CAR STALLED AND ${name.toUpperCase()} AT THE SHOP COULD NOT HELP.`,
  })),
  ...NUMBERS.flatMap((number) => SAID_OF_NUMBERS.map((say) => ({ secret: number, text: say(number) }))),
  ...KEYED.flatMap((keyed) => SAID_OF_KEYED.map((say) => ({ secret: keyed, text: say(keyed) }))),
  ...ADDRESSES.flatMap((place) =>
    ['It died at', 'I live at', 'Parked at', 'Towed from', 'The shop is at', 'Left it at'].map((before) => ({
      secret: place,
      text: `${before} ${place} with smoke from the hood.`,
    })),
  ),
];

/** Of a keyed number the number; of a name its last word, which would be enough to find somebody. */
function isLeft({ secret, text }: { secret: string; text: string }): boolean {
  const shown = withoutPersonalData(text);
  const revealing = secret
    .split(/\s+/)
    .filter(
      (word) =>
        /\d/.test(word) ||
        !/^[a-z#'.:]+$/i.test(word) ||
        PEOPLE.join().toUpperCase().includes(word.toUpperCase()),
    );
  return revealing.some((word) => word.length > 1 && shown.includes(word));
}

test(`of ${planted.length} planted names, plates, addresses and numbers 99 in 100 are gone`, () => {
  expect(planted.length).toBeGreaterThanOrEqual(200);
  const left = planted.filter(isLeft);
  expect(left.slice(Math.floor(planted.length / 100))).toEqual([]);
});

test.each([
  'The check engine light came on at 52,000 miles and the 2013 car stalled twice.',
  'Recall 23V380000 was done, the part number of the alternator is unknown.',
  'A mark on the tire, a jack under the frame, an amber light, and it will not start in May.',
  'Code P0300 and P0171 stored, brake rotors and pads replaced at 30 mph.',
  'The car jumped from 30 to 60 mph in drive, on a 2 lane road.',
  "I've driven a Hyundai Tucson and a Kia for years; I'm told the Anti-Lock module doesn't fail.",
])('what describes the failure stays: %s', (text) => {
  expect(withoutPersonalData(text)).toBe(text);
});

/** Written after the rules and before those for unknown names; at the first look 46 were gone. */
const IN_OTHER_WORDS: readonly (readonly [secret: string, text: string])[] = [
  ['Hyacinth', 'My neighbor Hyacinth Okonkwo saw the smoke.'],
  ['Okonkwo', 'My neighbor Hyacinth Okonkwo saw the smoke.'],
  ['Brzezinski', 'Mr. Brzezinski at the dealer refused.'],
  ['Thornbury', 'The adjuster Calliope Thornbury totaled it.'],
  ['Delacroix', 'Signed, Etienne Delacroix'],
  ['Etienne', 'Signed, Etienne Delacroix'],
  ['Ngozi', 'I talked to Ngozi in service.'],
  ['Vasquez', 'The tech, Ramon Vasquez, heard the knock.'],
  ['Ramon', 'The tech, Ramon Vasquez, heard the knock.'],
  ['Goldfarb', 'Contact Ari Goldfarb for details.'],
  ['Siobhan', 'Siobhan from corporate called me back.'],
  ['Lindqvist', 'Ask for Per Lindqvist.'],
  ['Chukwu', 'Dr. Chukwu treated my wrist.'],
  ['Abernathy', 'I am Winston Abernathy and I own this car.'],
  ['Winston', 'I am Winston Abernathy and I own this car.'],
  ['HERNANDEZ', 'SPOKE WITH CARLOS HERNANDEZ WHO SAID IT IS NORMAL.'],
  ['CARLOS', 'SPOKE WITH CARLOS HERNANDEZ WHO SAID IT IS NORMAL.'],
  ["O'MALLEY", "OFFICER O'MALLEY WROTE THE REPORT."],
  ['kowalski', 'my name is pete kowalski and the engine died'],
  ['Ferreira', 'service writer Ana Ferreira told me'],
  ['Ana', 'service writer Ana Ferreira told me'],
  ['Ellison', 'Regards, B. Ellison'],
  ['Whitcombe', 'the owner, Gertrude Whitcombe, was hurt'],
  ['Jamal', 'my son Jamal was driving'],
  ['Keisha', 'My daughter Keisha was in the back seat'],
  ['Dmitri', 'General manager Dmitri Volkov hung up'],
  ['Volkov', 'General manager Dmitri Volkov hung up'],
  ['Beauregard', 'case manager named Beauregard'],
  ['Tran', 'Customer relations: Linh Tran'],
  ['Pauline', 'Thank you. Pauline'],
  ['5551234', 'Phone 5551234 after six.'],
  ['867 5309', 'call 867 5309'],
  ['415.555.0132', 'reach me on 415.555.0132'],
  ['(917)555-0199', '(917)555-0199 is my cell'],
  ['2125550143', 'text 2125550143'],
  ['+44 20 7946 0958', 'my UK number +44 20 7946 0958'],
  ['ex. 4417', 'ask for ex. 4417'],
  ['1 800 555 0187', 'hotline 1 800 555 0187 case open'],
  ['K4T-9920', 'tags K4T-9920'],
  ['8XYZ412', 'vehicle tag# 8XYZ412'],
  ['DKL 3391', 'Lic plate DKL 3391'],
  ['BZ77214', 'plate no BZ77214 was filmed'],
  ['7ABC123', 'CA 7ABC123 is the plate'],
  ['GHT-8821', 'My truck (GHT-8821) burned'],
  ['CLM-2291-77', 'insurance claim CLM-2291-77'],
  ['0044718823', 'claim# 0044718823'],
  ['SR-118-2247', 'service request SR-118-2247'],
  ['1-9934412', 'case #1-9934412 was opened'],
  ['RO 88213', 'RO 88213 at the dealer'],
  ['K2219087', 'Kia case K2219087'],
  ['20-118843', 'police report no. 20-118843'],
  ['PN4418827', 'policy no PN4418827'],
  ['77120984', 'ref: 77120984'],
  ['W9931X', 'work order W9931X'],
  ['441-22-9087', 'SSN 441-22-9087'],
  ['X1182203', 'DL X1182203'],
  ['5NPE24AF1FH123456', 'VIN: 5NPE24AF1FH123456'],
  ['KMHD35LE5DU', 'vin KMHD35LE5DU'],
  ['jane.q@foo.co.uk', 'mail jane.q@foo.co.uk'],
  ['janedoe at gmail dot com', 'write janedoe at gmail dot com'],
  ['4417 Birchwood Terrace', 'I live at 4417 Birchwood Terrace'],
  ['221B Baker Street', 'from 221B Baker Street'],
  ['Apt 14C', 'Apt 14C'],
  ['PO Box 8812', 'PO Box 8812'],
  ['1900 SW 23rd Ave', '1900 SW 23rd Ave'],
];

test(`of ${IN_OTHER_WORDS.length} more in other words 99 in 100 are gone`, () => {
  const left = IN_OTHER_WORDS.filter(([secret, text]) => withoutPersonalData(text).includes(secret));
  expect(left).toEqual([]);
});

const examples = readExamples(
  'personal-data',
  z.object({
    planted: z.array(z.object({ kind: z.string(), secret: z.string(), text: z.string() })),
    kept: z.array(z.object({ word: z.string(), text: z.string() })),
  }),
);

test(`of ${examples.planted.length} more in small letters, with typos and in other forms 99 in 100 are gone`, () => {
  const left = examples.planted.filter(({ secret, text }) => withoutPersonalData(text).includes(secret));
  expect(left.slice(Math.floor(examples.planted.length / 100))).toEqual([]);
});

test(`of ${examples.kept.length} words of cars, recalls, codes and places 95 in 100 are kept`, () => {
  const lost = examples.kept.filter(({ word, text }) => !withoutPersonalData(text).includes(word));
  expect(lost.slice(Math.floor(examples.kept.length / 20))).toEqual([]);
});

test.each([
  'Covered by NHTSA Campaign ID Number: 18V524000, the code is PO464.',
  'At 25 MPH ON A SMOOTH ROAD it shakes; 10 MINUTES AND ONLY WAY out is a tow.',
  'Brakes REPLACED @50,031 miles, and with 34000 highway miles again.',
  'Built in 2006 2007 2008, it runs 125-150 miles in 2 WHEEL DRIVE.',
])('numbers of recalls, codes, speeds, years and ways stay: %s', (text) => {
  expect(withoutPersonalData(text)).toBe(text);
});

test.each(['1 ', '12-', 'a', 'a.b+', 'one 12 two-', 'Maple Grove ', '1422 maple ', 'claim number is '])(
  'nobody holds it up by writing %s over and over',
  (text) => {
    const started = performance.now();
    withoutPersonalData(text.repeat(4_000 / text.length));
    expect(performance.now() - started).toBeLessThan(3_000);
  },
);
