import type { PreparedComplaint } from './read/prepare.ts';
import type { KnownIssue } from './schemas.ts';

const TIMES =
  '(?:(?:two|three|four|five|six|seven|eight|nine|ten|several|multiple|many|numerous|\\d+) times|twice)';
const ORDINAL = '(?:second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th)';
const PART =
  '(?:engine|motor|transmission|batter(?:y|ie)|alternator|pump|clockspring|module|sensor|compressor|starter|rack|radio|camera|switch|unit|part|replacement|clutch|injector|regulator|coil|inverter|tank|strut|bearing|rotor|axle|latch|mirror|screen|computer|sender|turbo|caliper)';

/** Repairs, and visits to the dealer, that might have helped. */
const REPAIR =
  /\b(?:replaced|repaired|fixed|(?:the|this|that|their|every|each|recall|last|first|software) (?:repair|fix|replacement|recall|flash|update|reset)(?= (?:lasted|did|does|failed|only|wore|buys|bought))|what(?:ever)? they did|(?:got|picked|received) (?:it|the \w+|my \w+) (?:back|up)(?! to\b)|(?:second|third|fourth|fifth|sixth|last) (?:visit|attempt|appointment)|tighten(?:ed|ing)|adjusted(?! (?:the|my|his|her) (?:seat|mirror|steering))|(?:they|dealer\w*|shop|mechanic)(?:'ve| have| has)? had (?:it|(?:the|my) (?:car|vehicle|truck|suv|van))|lubricat\w+|greas(?:ed|ing)|solder\w+|programm(?:ed|ing)|work(?:ed|ing) on (?:it|the|my)\b|(?:after|following) (?:[\w-]+ ){0,2}(?:repairs?|replacement)|put in (?:a|an|the|another|new)|install(?:ed|ing)|clean(?:ed|ing)|chang(?:ed|ing)|swapp(?:ed|ing)|re-?set|re-?(?:program|flash|calibrat|build|align|seal|tighten|wir)\w*|rebuilt|flashed|updated?|bled|welded|patched|(?:a |the |with |had |got |paid for |put on )?new (?!(?:cars?|vehicles?|trucks?|suv|van|owners?|models?|one|and|from|when|condition|in|or|york|to|at|with|but)\b)[a-z]+|(?:after|since|had|got|despite) (?:\w+ ){0,2}(?:recall|update|repair|service)|recall(?: (?:was|were|had been|has been))? (?:done|performed|completed|work|repair|fix|remedy)|(?:visits|trips|times) to (?:the |a |my )?(?:dealer\w*|shop|mechanic))\b/gi;
/** Before the repair: it was not made, or is only spoken of. */
const NOT_MADE =
  /\b(?:not|n't|never|until|before|without|refus\w+|afford|needs?|needed|requires?|required|(?:want|need|have|has|had|going|able)\w* to(?: be)?|to be|would|will|could|can|should|must|nor)(?: \w+){0,3} $/i;
/** After it: the failure is there as before. */
const AS_BEFORE =
  /\b(?:again|still(?! (?:not )?(?:being )?(?:cover|under|pa[iy]|ow[ei]|wait|driv|have not)\w*)|(?<!\b(?:have|has|had|having|with|reported|about|on|many|this|these)(?: the| this| that)? (?:very )?)same (?:\w+ )?(?:problem|thing|issue|failure|fault|noise|result)(?! (?:has |have )?(?:happen\w*|occur\w*) (?:to|with|on) )|c[ao]me back|as before|never (?:went away|stopped|got better|worked|fixed)|com(?:es|ing) back|(?:is|are|was|were) back|went back on|return(?:ed|s)(?! (?:to|for|home|my|the)\b)|re-?occur\w*|recur\w*|persist\w*|(?:failure|problem|issue|noise|leak|light|symptoms?|stalling|it) continu\w+|keeps? (?:\w+ )?\w+ing|no (?:change|difference|improvement|better|luck|joy|good)|worse|(?:more|worse) than ever|(?:just )?like (?:before|the (?:first )?day|it did)|back (?:to square one|where (?:i|we|it) (?:started|began|was))|(?<!\b(?:has|have|had|been|'s) )(?:was|ran|worked|drove|held) (?:\w+ ){0,2}for (?:(?:only|just|about|maybe|a|an|one|two|three|four|five|ten|few|couple|several|\d+) )+(?:of )?(?:hours?|days?|weeks?|months?|miles)|(?:failed|broke|died|quit) (?:as well|too|also|within|after \d+|after a|in less)|gone out|(?:did|does|do|has|have)(?: not|n't) (?:\w+ ){0,2}?(?:fix|help|work|solv|resolv|correct|remed|last|take|hold|cure|change|make)\w*|(?:did|does)(?: not|n't) do (?:a thing|anything|much|any good)|(?:did|does) nothing|lasted (?:only|just|a|less|about|until|till|barely)|wore off|(?:buys|bought) me|neither (?:of \w+ )?(?:works?|worked|help\w*|fix\w*)|is wrong|(?:not|n't) (?:been )?(?:corrected|remedied|resolved)|to no avail|unsuccessful\w*)\b/gi;
const NOT_AS_BEFORE = /\b(?:not|n't|never|no|nor|without|if)(?: \w+){0,4} $/i;
const COUNTED = [
  String.raw`\b(?:replac|repair|fix)(?:ed|ing)\b[^.!?]{0,30}\b(?:again|${TIMES})\b`,
  String.raw`\b${ORDINAL} (?:set of |pair of |new )?${PART}s?\b`,
  String.raw`\b(?:two|three|four|five|six|several|\d+) (?:\w+ )?${PART}s (?:later|so far|already|in (?:\w+ ){0,2}(?:months|years|miles|weeks))\b`,
  String.raw`\breplac(?:ed|ing) (?:two|three|four|five|six|several|[2-9]) (?:\w+ )?\w+s (?:so far|already|in|within)\b`,
  String.raw`\b(?:repaired|replaced|fixed|dealer\w*|shop|back)\b[^.!?]{0,40}\b${ORDINAL} time\b`,
  String.raw`\b${ORDINAL} time\b[^.!?]{0,30}\bsame\b`,
  String.raw`\b(?:dealer\w*|shop|mechanic)\b[^.!?]{0,30}\b${TIMES}\b[^.!?]{0,50}\b(?:same|still|nobody|no one|cannot|can't|can not)\b`,
  String.raw`\b(?:fix|repair|cure) was (?:only |just )?(?:temporary|short[- ]lived)\b`,
  String.raw`\b(?:recurred|persisted|returned|came back|failed|again) (?:\w+ ){0,2}after (?:the |a |this |that )?(?:recall )?(?:repair|replacement|fix)\b`,
  String.raw`\blost count of (?:the|how many) (?:\w+ )?(?:bulb|repair|visit|trip|${PART})s?\b`,
  String.raw`\b(?:two|three|four|five|six|several|multiple|\d+) (?:cracks|shots|goes|attempts|tries) (?:at (?:it|this|fixing)|to (?:fix|repair))`,
  String.raw`\b(?:two|three|four|five|six|\d+) (?:new )?${PART}s?,? (?:and |but )?(?:neither|none)\b`,
  String.raw`\bre-?(?:do|did|done|doing) the (?:repair|recall|work|job)\b`,
  String.raw`\b(?:in|back|there) (?:\w+ ){0,2}${TIMES}\b[^.!?]{0,40}\b(?:still|same)\b`,
  String.raw`\bfixed\b[^.!?]{0,12}[.,;] (?:but |and )?(?:it|they|that) (?:is|was|are|were)(?: not|n't)(?= *[.,;!]|$)`,
  String.raw`\b(?:two|three|four|five|several|\d+) sets of \w+ (?:\w+ )?(?:later|so far|already|in)\b`,
  String.raw`\b(?:fixed|repaired|replaced)(?: \w+){0,3},? (?:and |then |but )*(?:it )?(?:broke|failed|died|quit)\b(?! (?:part|one|piece)s?\b)`,
  String.raw`\bnew \w+(?: \w+)?, (?:but )?(?:the )?same \w+|\bsame \w+, (?:but )?(?:a )?new \w+`,
  String.raw`\b(?:good|fine|ok(?:ay)?|great|normal)\b for [^.!?]{0,25}\b(?:days?|weeks?|months?|miles) (?:after|since) (?:\w+ ){0,2}(?:work|repair|fix|replac|servic|visit|update|recall)`,
].map((source) => new RegExp(source, 'i'));

function wasNotHelped(text: string): boolean {
  if (COUNTED.some((pattern) => pattern.test(text))) return true;
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.some((sentence, at) => {
    const repaired = [...sentence.matchAll(REPAIR)].find(
      ({ index }) => !NOT_MADE.test(sentence.slice(0, index)),
    );
    if (repaired === undefined) return false;
    const then = `${sentence.slice(repaired.index + repaired[0].length)} ${sentences[at + 1] ?? ''}`;
    return [...then.matchAll(AS_BEFORE)].some(({ index }) => !NOT_AS_BEFORE.test(then.slice(0, index)));
  });
}

const THINGS = '(?:parts?|remed(?:y|ies)|modules?|inflators?|kits?|components?)';
const NO_PARTS = [
  String.raw`\b${THINGS}\b[^.!?]{0,60}(?:(?:\bnot|n't|\bun)(?: yet| currently)? ?(?:be |been )?(?:available|in stock|ready|in until)|\bno (?:remedy|parts?)|\bmonths? (?:away|out)|\bdiscontinued|\bno longer (?:made|available|produced))\b`,
  String.raw`\bno (?:\w+ ){0,3}(?:${THINGS}|fix)\b[^.!?]{0,30}\b(?:available|yet|for|to|exist|in)\b`,
  String.raw`\b(?:not|n't) have (?:a|any) (?:fix|remedy|parts?)\b`,
  String.raw`(?<!\b(?:neighbou?r|friend|brother|sister|son|daughter) )\bwait(?:s|ed|ing)? (?:\w+ ){0,4}?(?:for|on) (?:\w+ ){0,3}parts?\b(?! (?:department|counter|desk))`,
  String.raw`\b(?:until|when|once) (?:the |replacement |more )?${THINGS} (?:come in|are (?:in|available|here)|arrives?|become available)\b`,
  String.raw`\b(?:has|have|had) none (?:in stock|available)\b|\bnone (?:in stock|to be had)\b|\bon (?:\w+ )?allocation\b`,
  String.raw`\b${THINGS}\b[^.!?]{0,30}\bin (?:\w+ )?(?:several |many |\d+ )months\b`,
  String.raw`\bno (?:cure|remedy|fix|solution|replacements?)\b[^.!?]{0,20}\b(?:yet|so far|for|available)\b|\b(?:remedy|fix) is (?:still )?being (?:developed|worked)\b`,
  String.raw`\b(?:and|but|with|still|is|has) no (?:remedy|fix|parts?)(?= *[.,;!]|$)`,
  String.raw`\bnot (?:being )?(?:made|manufactured|produced|sold) any ?more\b|\b${THINGS}\b[^.!?]{0,40}\b(?:weeks|months|years) at (?:best|least)\b`,
  String.raw`\b(?:waiting list|long wait for|no eta|back ?-?order\w*|shortage of (?:\w+ )?parts?|parts? shortage)\b`,
  String.raw`\b${THINGS} (?:is|are|was|were|has been|have been) (?:still )?on order\b`,
  String.raw`\b(?:can ?not|can't|could(?:n't| not)|will not|won't) (?:tell|say|give)\b[^.!?]{0,30}\b(?:when|date)\b[^.!?]{0,30}\b(?:ships?|shipped|arrives?|comes? in|be (?:in|available|here|ready|shipped))\b`,
  String.raw`\b(?:nobody|no one|no (?:dealer|shop|store|warehouse)\w*)\b[^.!?]{0,30}\b(?:has|have|had|stocks?|carries) (?:the|an?|any|this|that) (?:\w+ )?(?:${PART}|${THINGS})s?\b`,
  String.raw`\b(?:can ?not|can't|unable to|not able to) (?:get|obtain|find|order|source) (?:\w+ ){0,2}parts?\b`,
  String.raw`\b(?:no (?:clue|idea)|nobody can (?:say|tell)|can ?not (?:say|tell))\b[^.!?]{0,50}\b${THINGS}\b`,
].map((source) => new RegExp(source, 'i'));

/** Counts the cited complaints that say that a repair did not help, or that parts are not to be had. */
export function afterRepairOf(cited: readonly PreparedComplaint[]): KnownIssue['afterRepair'] {
  const texts = cited.map(({ complaint }) => complaint.summary);
  const counts = {
    notHelped: texts.filter(wasNotHelped).length,
    partsUnavailable: texts.filter((text) => NO_PARTS.some((pattern) => pattern.test(text))).length,
  };
  return counts.notHelped + counts.partsUnavailable === 0 ? undefined : counts;
}
