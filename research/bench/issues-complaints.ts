import { lexicon } from '../../src/issues/lexicon/lexicon.ts';
import type { Complaint } from '../../src/issues/read/complaint.ts';

const FRAMES = [
  'I was driving home from work on the highway when',
  'Since I bought this car two years ago from a dealer in town',
  'Without any warning on a cold morning with my children in the back seat',
  'The dealership has looked at it three times and cannot find the cause but',
];
const ENDINGS = [
  'I had it towed and paid for the repair myself because the warranty had just ended.',
  'Many other owners report the same thing online and the maker refuses to help any of us.',
  'I am afraid to drive it now and somebody is going to be hurt if nothing is done about this soon.',
  'They told me that they have never seen this before, and that it is normal for this kind of car.',
];
const FILLING =
  'I have kept every receipt and done every service on time, and I have always treated this car well, so that I do not understand how this can happen after so few miles. I called the company several times and was put on hold, then promised a call that never came. The service manager drove it around the block and said that nothing was wrong, and that I should come back when it does it again. I have two small children and a long way to work every morning, and there is no other car in this family.';

/** Made-up complaints of the length that owners write, spread over every failure of the lexicon. */
export function complaintsOfAllKinds(count: number): Complaint[] {
  const telling = lexicon().modes.map((mode) =>
    (mode.says.length > 0 ? mode.says : (mode.parts ?? [])).map(plainWords),
  );
  return Array.from({ length: count }, (_, index) => {
    const phrases = telling[(index * 101) % telling.length] ?? [];
    const told = [0, 1, 2].map(
      (step) => phrases[(index + step * 3) % Math.max(1, phrases.length)] ?? 'it broke',
    );
    const cut = FILLING.slice(
      0,
      60 + Math.floor(FILLING.length * (0.35 + (0.65 * ((index * 37) % 100)) / 100)),
    );
    return {
      odiNumber: 11_000_000 + index,
      filedOn: new Date(Date.UTC(2021, index % 60, 1 + (index % 28))).toISOString().slice(0, 10),
      incidentOn: null,
      components: ['UNKNOWN OR OTHER'],
      crash: index % 40 === 0,
      fire: index % 90 === 0,
      injuries: 0,
      deaths: 0,
      summary: `${FRAMES[index % FRAMES.length]} the ${told[0]} at ${index} miles. ${cut}. It began with ${told[1]} and then ${told[2]} number ${index}. ${ENDINGS[(index >> 2) % ENDINGS.length]}`,
    };
  });
}

/** One way to say a phrase of the lexicon: the first of each alternative. */
function plainWords(phrase: string): string {
  return phrase
    .split(' ')
    .filter((element) => element !== '~')
    .map((element) => (element.replace('?', '').split('|')[0] ?? '').replaceAll('_', ' '))
    .join(' ');
}
