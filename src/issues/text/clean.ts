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

/** Text that speaks to a reader's software instead of describing a car. Such sentences are dropped before any reading. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|other|your|these|those|the)\b.{0,40}\b(?:instruction|prompt|rule|direction|complaint|guideline|message|text|context|data)s?\b/i,
  /\b(?:system|developer|assistant|user)\s*(?:prompt|message|role|instruction)s?\b|<\|?\/?(?:system|assistant|user|im_start|im_end|inst)\b|\[\/?INST\]/i,
  /(?:^|[\n.!?;])\s*(?:system|assistant|developer|user|human|ai)\s*[:>]/i,
  /\b(?:you are|act as|pretend|roleplay|behave as)\b.{0,30}\b(?:ai|assistant|language model|llm|chatbot|gpt|claude|gemini|model|system|bot)\b/i,
  /\b(?:cite|citing|reference|include|add|output|return|print|respond|reply|answer|write|say|use|set|rename|title|label|name|merge|emit|mark|classify)\b.{0,60}\b(?:odi ?numbers?|json|schema|title|(?:all|every|each|any|the following|no) issues?|citations?|cluster|category|severity|confidence|complaint numbers?|every complaint|all complaints|verbatim|with exactly)\b/i,
  /\b(?:odi ?numbers?|complaint ?(?:ids?|numbers?)|citations?)\b.{0,20}\b\d{5,}\b.{0,40}\b(?:must|should|also|instead|everywhere|only)\b/i,
  /\bodi ?numbers?\b|\bknownissues\b|\bcomponent ?tags\b|\bseverity ?signals\b|\bjson\b|\bprompt\b|\blanguage model\b|\bjailbreak\b/i,
  /https?:\/\/|\bwww\.|\]\(|!\[|```|\{\s*["'][a-z_]+["']\s*:|["']\s*[}\]]/i,
  /\b(?:tell|inform|instruct|convince|urge) (?:the |every |all )?(?:buyers?|agents?|callers?|users?|readers?)\b/i,
  // In plain English: who is spoken to reads reports, and what is spoken of is the list that comes of them.
  /\b(?:whoever|anyone who|anybody who|those who)\b.{0,20}\b(?:reads?|compiles?|process(?:es)?|summari[sz]es?|analy[sz]es|lists?)\b/i,
  /\b(?:note to (?:the )?|dear |attention,? |for the )(?:analyst|reviewer|reader|computer|software|machine|program|summari[sz]er|editor|compiler)\b/i,
  /\b(?:treat|count|consider|ignore|drop|remove|merge|join|disregard|leave out|classify|rank|rate|skip|keep only|summari[sz]e|withdraw|void|swap|replace|reverse)\b.{0,30}\b(?:reports|stories|each report|every report|my report as|this report twice|the list|list of problems|(?:first|each|every|all|two) problems?|the results?)\b/i,
  /\b(?:all|every|each|these|our|the|any|other|following|previous)\b.{0,15}\b(?:reports?|stories) (?:here |above |below |that follow |of stalling |about .{0,20})?(?:are|is|were|was|belongs?|stands?|has to|must|should) (?:to be |hereby )?(?:counted|duplicates?|jokes|made up|void|withdrawn|merged|ignored|skipped|read|listed)\b/i,
  /\b(?:in|of|from|to) your (?:summary|list|results|answer)\b|\byour (?:answer|summary|list) (?:must|should|has to)\b|\b(?:your|mine|my) (?:task|instructions?) (?:has|have|is|are)\b|\bthe summary should\b|\bwhen you write the\b/i,
  /\b(?:rename|swap the names?|change the name|(?:name|title) of (?:the|each|every|this) (?:problem|issue|failure)s?|every problem in|problem (?:be named|is called|called))\b/i,
  /\b(?:read this first|from now on write|pretend that|return nothing|answer in (?:rhymes|verse|french|spanish)|the list is too long|final verdict|say that the car is (?:safe|perfect)|nothing (?:here )?is worth reporting|set the trend|highest confidence|lowest rank)\b/i,
  /\b(?:transfer|send|wire|pay)\b.{0,30}\b(?:usdc|bitcoin|btc|eth|crypto|wallet)\b|\b0x[\da-f]{8,}/i,
];
/** Something encoded. */
const UNBROKEN = /[A-Za-z0-9+/]{60}/;

/** Marks of a conversation with a model. They look like markup and are gone once the text is made visible. */
const ROLE_MARKS = /<\|?\/?(?:system|assistant|user|im_start|im_end|inst)\b|\[\/?INST\]/i;

export function holdsRoleMarks(raw: string): boolean {
  return ROLE_MARKS.test(raw);
}

interface Sifted {
  text: string;
  /** True when something was dropped. */
  suspicious: boolean;
}

export function dropInstructions(text: string): Sifted {
  const patterns = INSTRUCTIONS.filter((pattern) => pattern.test(text));
  if (holdsLongWord(text) && UNBROKEN.test(text)) patterns.push(UNBROKEN);
  // Nearly every text is clean, and one look at the whole is cheaper than one at each sentence.
  if (patterns.length === 0) return { text, suspicious: false };
  const sentences = text.split(/(?<=[.!?;\n])\s+|\n/);
  const kept = sentences.filter((sentence) => !patterns.some((pattern) => pattern.test(sentence)));
  return kept.length === sentences.length
    ? { text, suspicious: false }
    : { text: kept.join(' '), suspicious: true };
}

const LONG_WORD = 60;

function holdsLongWord(text: string): boolean {
  for (let from = 0; from + LONG_WORD <= text.length; ) {
    const blank = text.lastIndexOf(' ', from + LONG_WORD - 1);
    if (blank < from) return true;
    from = blank + 1;
  }
  return false;
}
