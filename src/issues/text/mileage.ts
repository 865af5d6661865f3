import { createSieve } from './sieve.ts';

/** The mileage at which the failure came, where the owner states it; kilometres are left alone. */
const STATED: readonly { pattern: RegExp; thousands?: true }[] = [
  // One number: what follows its full stop ("36,000. 2 weeks later") is another.
  {
    pattern:
      /failure (?:and (?:the )?current )?mileages? (?:was|is|were)?\s*(?:approximately|about|around)?\s*(\d{1,3}[,. ]\d{3}|\d{1,6})(?![,.]?\d)(?!\s*(?:mph|km|kilomet))/i,
  },
  {
    pattern:
      /\b(?:at|with|had|has|only|about|around|approximately|just|nearly|over|under|reached|hit|passed|after)\s+(?:only |about |around |approximately |just |nearly |over |under )?([\d]{1,3}(?:,\d{3})|\d{3,6})\s*(?:miles|mi\b)(?! (?:away|from|to|per|an?|of|home|later|range|after|since|ago))/i,
  },
  {
    pattern:
      /\b(?:at|with|had|has|only|about|around|approximately|just|nearly|over|under|reached|hit|passed|after)\s+(?:only |about |around |approximately |just |nearly |over |under )?(\d{1,3})\s?k\+? ?(?:miles?|mi|mileage)\b/i,
    thousands: true,
  },
  // Without the word "miles" a k may be dollars, revolutions or the term of a warranty.
  {
    pattern:
      /(?<!\b(?:quote|estimate|price|value)[sd]? )\b(?:at|with|had|has|reached|hit|passed)\s+(?:only |about |around |approximately |just |nearly |over |under )?(\d{1,3})\s?k\b(?!\+?[ -](?:rpm|rev|mile (?:warranty|service)|warrant|service|oil|check|tune|inspection|maintenance|dollar|in |worth|for |to ))/i,
    thousands: true,
  },
  { pattern: /\b([\d]{1,3},\d{3})\s*(?:miles )?on (?:it|the|her|my|this|odometer)\b/i },
  {
    pattern:
      /\bodometer (?:reads?|reading|was|is|at|shows?|showed|of)(?: \w+){0,2} (\d{1,3},\d{3}|\d{4,6})\b/i,
  },
  // A number of miles on its own, unless it is a distance since something, an interval or a warranty.
  {
    pattern:
      /(?<!\b(?:every|within|another|last|each|additional|extra|the first|next|than|for|drove|driven|put|added) (?:only |about |over |around )?)\b(\d{1,3},\d{3})\s*miles\b(?! (?:later|since|after|ago|apart|away|from|or|per|warrant|service|interval|a year|to ))/i,
  },
  {
    pattern:
      /(?<!\b(?:every|within|another|last|each|the first|next|than|for|drove|driven|warranty|year) (?:only |about |over |around )?)\b(\d{1,3})\s?k miles\b(?! (?:later|since|after|ago|apart|away|from|or|per|warrant|service|interval|a year))/i,
    thousands: true,
  },
];

const MOST_MILES = 500_000;

const stated = createSieve(STATED.map(({ pattern }) => pattern));

export function statedMileage(text: string): number | null {
  // "52, 000" is one number.
  const joined = /\d, \d/.test(text)
    ? text.replace(/\b(\d{1,3}), (\d{3})\b(?=\s*(?:miles|mi\b|on (?:it|the)|\.|$))/gi, '$1,$2')
    : text;
  const patterns = stated.matching(joined);
  for (const { pattern, thousands } of STATED) {
    if (!patterns.includes(pattern)) continue;
    const digits = pattern.exec(joined)?.[1]?.replace(/[^\d]/g, '');
    if (digits === undefined || digits === '') continue;
    const miles = Number(digits) * (thousands ? 1000 : 1);
    if (miles >= 50 && miles <= MOST_MILES) return miles;
  }
  return null;
}
