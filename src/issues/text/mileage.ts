/** A number as owners write mileages: "52, 000", "52.000", "52 000", "52000", "52k", "52 thousand". */
const NUMBER =
  /(?<![\d$#£€]|\d[.,/-])(\d{1,3}(?:, ?|[. ])\d{3}|\d{1,6})(?!\d|[.,/]\d)( ?k\b\+?| ?thousand\b)?/gi;

const UNIT = /^ ?\+? ?(?:(?:total|original|actual|highway|city) )*(?:miles?|mi|mileage)\b\.?/i;
const ON_THE_CAR = /^ ?(?:miles )?on (?:it|the|her|him|my|this|our|odometer|vehicle|car)\b/i;

/** The word before says that it is the car's mileage, whatever stands behind. */
const LABEL =
  /\b(?:mileages?|miles|odo(?:meter)?)(?: (?:at (?:the )?(?:time of )?failure|on (?:the|my|this) (?:car|vehicle|truck)))?\s*(?:(?:reads?|reading|shows?|showed|was|were|is|at|of|[:=.-]) ?)*\s*(?:\(?(?:only|just|now|approximately|approx\.?|about|around|over|under) )*$/i;
const FORM = /\bfailure (?:and (?:the )?current )?mileages?\b[^.\d]{0,30}$/i;
const LEAD =
  /(?:\b(?:at|with|has|have|had|only|about|around|approximately|approx\.?|just|nearly|over|under|reached|hit|passed|after|before|by|got|than|currently)|@)\s*$/i;
/** Without the word "miles" a k may be dollars, revolutions or the term of a warranty. */
const LEAD_TO_THOUSANDS =
  /(?<!\b(?:quote|estimate|price|value)[sd]? )(?:\b(?:at|with|has|had|reached|hit|passed)|@) ?(?:(?:only|about|around|approximately|just|nearly|over|under) )?$/i;
const OF_ANOTHER_KIND =
  /^ ?\+? ?-?(?:rpms?|revs?|dollars?|bucks?|psi|feet|ft|pounds|lbs?|kms?|kilomet\w*|mph|mile\b|(?:miles? )?(?:warrant|service|oil|check|tune|inspection|maintenance)|in (?!the|a parking)|worth|for |to )/i;

/** A way that was driven, an interval or the term of a warranty. */
const DISTANCE_BEFORE =
  /\b(?:dr[io]v(?:e|en|ing)|travell?(?:ed|ing)|went|tow(?:ed)?|range|every|within|another|last(?:ed|s)?|each|additional|extra|next|per|in|for|put|added|between|the first|rated|more than|years? ?(?:or|and|\/)|year\/) ?(?:(?:me|it|us|only|about|around|approximately|over|under|nearly|of|more|less|than|another|the|a) )*$|\b(?:warrant\w*|servic\w*)\b[^.;]{0,25}$/i;
const DISTANCE_AFTER =
  /^ ?(?:miles?|mi)? ?(?:away|from|out|to|per|an?|of|home|later|range|after|since|ago|apart|or|warrant\w*|service|interval|trip)\b/i;
const KILOMETRES = /^ ?(?:kms?\b|kilomet)/i;
/** The mileage at which a car was bought is none of a failure. */
const PURCHASE =
  /\b(?:bought|purchased?|purchasing|leased|acquired)\b(?:(?! and |now|current)[^.;,]){0,60}$/i;

const LEAST_MILES = 50;
const MOST_MILES = 500_000;
const SEEN_AROUND = 80;

/** The mileage at which the failure came, where the owner states it; kilometres are left alone. */
export function statedMileage(text: string): number | null {
  let first: number | null = null;
  for (const found of withDigits(text).matchAll(NUMBER)) {
    const [whole, digits = '', thousands] = found;
    const before = found.input.slice(Math.max(0, found.index - SEEN_AROUND), found.index);
    const after = found.input.slice(found.index + whole.length, found.index + whole.length + SEEN_AROUND);
    const miles = Number(digits.replace(/\D/g, '')) * (thousands === undefined ? 1 : 1000);
    if (KILOMETRES.test(after) || /^ ?mph/i.test(after)) continue;
    const isMileage = miles >= LEAST_MILES && miles <= MOST_MILES;
    // A failure at 20 miles is no mileage of a used car; nor is what it had when the owner wrote.
    if (FORM.test(before)) return isMileage ? miles : null;
    if (!isMileage) continue;
    first ??= isStated({ before, after, digits, thousands }) ? miles : null;
  }
  return first;
}

interface Found {
  before: string;
  after: string;
  digits: string;
  thousands: string | undefined;
}

function isStated({ before, after, digits, thousands }: Found): boolean {
  if (DISTANCE_BEFORE.test(before) || DISTANCE_AFTER.test(after) || PURCHASE.test(before)) return false;
  const isLong = thousands !== undefined || /\D/.test(digits) || digits.length > 4;
  if (UNIT.test(after))
    return !/^ ?\+? ?mile\b/i.test(after) && (isLong || LEAD.test(before) || LABEL.test(before));
  if (/\d[ .]\d/.test(digits) && !LABEL.test(before)) return false;
  if (OF_ANOTHER_KIND.test(after)) return false;
  if (LABEL.test(before)) return digits.length > 3 || thousands !== undefined;
  if (isLong && ON_THE_CAR.test(after)) return true;
  return thousands !== undefined && LEAD_TO_THOUSANDS.test(before);
}

const UNITS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const IN_WORDS = new RegExp(
  String.raw`\b(?:(?:(?:an?|${UNITS.slice(0, 9).join('|')}) )?hundred(?: and)? ?)?(?:(?:${TENS.join('|')})(?:[- ](?:${UNITS.slice(0, 9).join('|')}))?|${UNITS.join('|')})? ?thousand\b`,
  'gi',
);

/** "Sixty-five thousand" in digits. */
function withDigits(text: string): string {
  if (!/thousand/i.test(text)) return text;
  return text.replace(IN_WORDS, (words) => {
    const parts = [...words.toLowerCase().matchAll(/[a-z]+/g)].map(([word]) => word);
    const hundreds = parts.includes('hundred') ? Math.max(1, UNITS.indexOf(parts[0] ?? '') + 1) : 0;
    const rest = hundreds === 0 ? parts : parts.slice(parts.indexOf('hundred') + 1);
    const small = rest.reduce((sum, word) => {
      const ten = TENS.indexOf(word);
      return sum + (ten === -1 ? UNITS.indexOf(word) + 1 : (ten + 2) * 10);
    }, 0);
    const count = hundreds * 100 + small;
    return count === 0 ? words : `${count} thousand`;
  });
}
