/** Turns an owner's raw narrative into plain text that is safe to read: no control or invisible characters, no form phrases. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Zero-width, direction-changing, variation and tag characters: they hide text from a human reader. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|[\u2028\u2029]/gu;
const MARKUP = /<[^<>]{0,200}>|&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});/gi;
const APOSTROPHES = /[\u2018\u2019\u0060\u00b4]/g;

/** Sentences of the hotline's form: they are in thousands of unrelated complaints. */
const FORM_SENTENCES: readonly RegExp[] = [
  /\b(?:TL|TR|TT|JS|JB|LD|BF|DSY|MR|NM|AK|KB|NJ|SC|CN|SKD|DT|KD|TGW|EM)\*|\*\s?[A-Z]{2,3}\b/g,
  /\bthe (?:contact|consumer|complainant) (?:owns|owned|leases|leased|rented|rents) (?:a|an)\b[^.]{0,80}(?:\.|$)/gi,
  /\bthe (?:contact|consumer|complainant) stated(?: that)?\b/gi,
  /\bthe (?:manufacturer|local dealer|dealer|dealership)[^.]{0,40}\b(?:was|were|had been|were both)(?: not)? (?:notified|contacted|made aware|informed)\b[^.]{0,80}(?:\.|$)/gi,
  /\bthe manufacturer (?:offered no|provided no|did not (?:offer|provide)|stated|advised|referred|opened|informed)\b[^.]{0,140}(?:\.|$)/gi,
  /\bthe (?:vehicle|failure)\b[^.]{0,20}\b(?:was|had)(?: yet)?(?: not)?(?: yet)?(?: been)? (?:repaired|diagnosed|inspected|remedied|corrected)(?: nor (?:repaired|diagnosed))?\s*(?:\.|$)/gi,
  /\bthe vehicle (?:was|had) not (?:been )?(?:taken|diagnosed|repaired)\b[^.]{0,120}(?:\.|$)/gi,
  /\bthe (?:approximate |current |estimated )*(?:failure |and |current )*mileages?\b[^.]{0,60}(?:\.(?!\d)|$)/gi,
  /\bthe (?:vin|vehicle identification number)\b[^.]{0,60}(?:\.|$)/gi,
  /\ba police report was(?: not)? (?:filed|taken)\b[^.]{0,40}(?:\.|$)/gi,
  /\bno (?:injuries|medical attention)\b[^.]{0,60}(?:\.|$)/gi,
  /\binformation redacted pursuant to[^.]{0,200}(?:\d{3}\(b\)\(6\)\.?|\.)/gi,
  /\[x{2,}\]|\bx{3,}\b/gi,
  /\bupdated \d{1,2}\/\d{1,2}\/\d{2,4}/gi,
  /\bparts distribution disconnect\b/gi,
];

const LONGEST_NARRATIVE = 4000;
/** Letters, digits and marks of ASCII without those of markup: nothing to take out. */
const PLAIN = /^[\n\x20-\x25\x27-\x3b\x3d-\x5f\x61-\x7e]*$/;

export function visibleText(raw: string): string {
  if (raw.length <= LONGEST_NARRATIVE && PLAIN.test(raw)) return raw.replace(/ {2,}/g, ' ').trim();
  return raw
    .slice(0, LONGEST_NARRATIVE)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'")
    .replace(/\u0092/g, "'")
    .replace(CONTROL, ' ')
    .replace(MARKUP, ' ')
    .replace(/[\u00a0\t ]+/g, ' ')
    .trim();
}

export function withoutFormPhrases(text: string): string {
  let plain = text;
  for (const pattern of FORM_SENTENCES) plain = plain.replace(pattern, ' ');
  return plain.includes('  ') || plain !== plain.trim() ? plain.replace(/ {2,}/g, ' ').trim() : plain;
}
