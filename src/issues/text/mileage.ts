/** The mileage at which the failure came, where the owner states it. */
const STATED: readonly RegExp[] = [
  /failure (?:and (?:the )?current )?mileages? (?:was|is|were)?\s*(?:approximately|about|around)?\s*([\d,. ]{2,9})(?!\s*mph)/i,
  /\b(?:at|with|had|has|only|about|around|approximately|just|nearly|over|under|reached|hit|passed|after)\s+(?:only |about |around |approximately |just |nearly |over |under )?([\d]{1,3}(?:,\d{3})|\d{3,6})\s*(?:miles|mi\b)(?! (?:away|from|to|per|an?|of|home|later|range))/i,
  /\b(?:at|with|had|has|only|about|around|approximately|just|nearly|over|under|reached|hit|passed|after)\s+(?:only |about |around |approximately |just |nearly |over |under )?(\d{1,3})\s?k\b(?: miles)?/i,
  /\b([\d]{1,3},\d{3})\s*miles on (?:it|the|her|my|this)\b/i,
];

const MOST_MILES = 500_000;

export function statedMileage(text: string): number | null {
  for (const [index, pattern] of STATED.entries()) {
    const digits = pattern.exec(text)?.[1]?.replace(/[^\d]/g, '');
    if (digits === undefined || digits === '') continue;
    const miles = Number(digits) * (index === 2 ? 1000 : 1);
    if (miles >= 50 && miles <= MOST_MILES) return miles;
  }
  return null;
}
