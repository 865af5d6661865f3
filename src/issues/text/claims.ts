import { createSieve } from './sieve.ts';

/**
 * Takes out the clauses that report no failure of this car: what did not happen, what might, another car, a purchase
 * or a precaution. A clause that reports a failure, and beside it what did not happen, keeps the first.
 */
const DENIED: readonly RegExp[] = [
  /\b(?:has|have|had|did|does|do|is|was|were)?\s*(?:never|not yet|n['o]t ever)\s+(?:once\s+|yet\s+|had (?:any|a|an)\s+|ever\s+)?(?:stall\w*|leak\w*|fail\w*|die\w*|overheat\w*|catch\w* fire|caught fire|break\w*|broke\w*|crack\w*|slip\w*|rust\w*|seiz\w*|happen\w*|been (?:in (?:an?|any) (?:accident|crash)|a problem|any)|experienc\w*|had|seen|noticed)\b/i,
  /\b(?:has|have|had|did|does|do)\s*n[o']t\s+(?:yet\s+|had\s+|ever\s+)?(?:stall\w*|leak\w*|overheat\w*|caught fire|catch fire|happened|had any|have any|experienced? (?:any|a|the|this)|notice\w* any|seen any)\b/i,
  /\bno (?:other |more |further |major |apparent |known |visible |sign of (?:a |any )?)?(?:problems?|issues?|complaints?|leaks?|leakage|failures?|malfunctions?|damage|trouble|accidents?|injur\w+|crash\w*|fires?|smoke|rust|noises?|vibrations?|warning (?:lights?|lamps?|indicators?)(?: \w+){0,2} illuminated|recalls?)\b/i,
  /\bwithout (?:a |any |an )?(?:single )?(?:problems?|issues?|incidents?|trouble|failures?)\b/i,
  /\b(?:works?|worked|runs?|ran|drives?|drove|operat\w+|functions?|functioned) (?:just |perfectly |absolutely )?(?:fine|great|well|perfectly|normally|flawlessly)\b/i,
  /\b(?:the|my) (?:contact|vehicle|car|truck|van) (?:had|has) not (?:yet )?(?:experienced|malfunctioned|failed)\b/i,
];
const SUPPOSED: readonly RegExp[] = [
  /\b(?:what )?if (?:it|this|that|they|the|these|my|your|an?|one|i|we|you|somebody|someone|he|she)\b(?! (?:is|was) (?:cold|hot|raining|wet))[^,.;]*\b(?:were|was|should|would|could|fails?|had|ha[sd]|happens?|breaks?|stalls?|goes|loses?|dies|catches|needs?|ever|locks?|explodes?|deploys?|opens?|falls?)\b/i,
  /\b(?:could|would|might|may|can) (?:easily |possibly |potentially |very well |also |then )?(?:have|cause|lead|result|be(?! (?:\w+ )?(?:stolen|started|broken|hot-?wired))|fail|catch|lose|lock|explode|fall|break|crash|stall|kill|injure|hurt|happen)\b/i,
  /\b(?:afraid|fear\w*|worr\w+|concern\w*|scared|nervous) (?:that|it|of|about|to|the|for|my|i|we)\b/i,
  /\b(?:in the event|in case|potential(?:ly)?|risk of|chance of|possib(?:le|ly|ility of)|waiting to happen|before (?:it|this|someone|somebody|something) (?:fails?|breaks?|happens?|gets?|dies|is))\b/i,
  /\bshould (?:it|this|that|the \w+|they) (?:ever )?(?:fail|break|happen|stall|lock|catch|go)\b/i,
];
const ELSEWHERE: readonly RegExp[] = [
  /\bmy (?:previous|prior|old|last|other|first|former|wife'?s|husband'?s|son'?s|daughter'?s|friend'?s|neighbou?r'?s|mother'?s|father'?s|brother'?s|sister'?s|dad'?s|mom'?s) (?:car|truck|van|suv|vehicle|\d{4}|one|ford|toyota|honda|hyundai|kia|jeep|bmw|chevy|nissan|mazda)\b/i,
  /\b(?:i|we) (?:also |previously |once |used to )?(?:owned?|had|own|have) (?:another|a previous|an older|a different)\b/i,
  /\b(?:other|another) (?:driver|vehicle|car|truck|motorist)'?s?\b[^,.;]*\b(?:failed|lost|ran|stall\w*|broke|died|leak\w*)\b/i,
  /\b(?:a friend|my neighbou?r|another owner|other owners?|many (?:others|owners|people)|people (?:online|on)|forums?|i (?:have )?(?:read|heard|researched|googled)|online)\b[^,.;]*\b(?:had|have|has|report\w*|experienc\w*|say|said|about|that|of|with)\b/i,
  /\b(?:rental|loaner|borrowed) (?:car|vehicle|one)\b[^,.;]*\b(?:had|has|stall\w*|fail\w*|died|leak\w*|broke)\b/i,
];
const PREVENTED: readonly RegExp[] = [
  /\b(?:as (?:a )?(?:precaution\w*|prevent\w*|routine maintenance)|precautionary|preventive(?:ly)?|preventative(?:ly)?|proactively)\b/i,
  /\b(?:recall|campaign) (?:notice |letter )?(?:was |is |has been |says|states|for|about|regarding|to (?:replace|fix|repair))\b[^,.;]*\b(?:received|issued|announced|sent|states|says|for|about)\b/i,
];
const mayNotReport = createSieve([...DENIED, ...SUPPOSED, ...ELSEWHERE, ...PREVENTED]);

/** Where one clause ends and the next begins. */
const CLAUSE =
  /(?<=[.!?;\n])\s+|,\s+(?=(?:but|and|so|or|yet|which|although|though|however|while|because|then|if|i|it|the|my|we|they)\b)|\s+(?=(?:but|however|although|though|because|yet|except)\b)|\s+-+\s+/i;

export function isReported(clause: string): boolean {
  return !mayNotReport(clause).some((pattern) => pattern.test(clause));
}

export function reportedClauses(text: string): string {
  const patterns = mayNotReport(text).filter((pattern) => pattern.test(text));
  if (patterns.length === 0) return text;
  return text
    .split(CLAUSE)
    .filter((clause) => clause !== undefined && clause.trim() !== '')
    .map((clause) => (patterns.some((pattern) => pattern.test(clause)) ? reportedPart(clause) : clause))
    .filter((clause) => clause !== '')
    .join(' . ');
}

/** Of a clause that holds a guess or a denial, what stands before it, where that is long enough to mean something. */
function reportedPart(clause: string): string {
  let first = clause.length;
  for (const pattern of [...SUPPOSED, ...DENIED]) {
    const found = pattern.exec(clause);
    if (found !== null) first = Math.min(first, found.index);
  }
  if ([...ELSEWHERE, ...PREVENTED].some((pattern) => pattern.test(clause))) return '';
  const before = clause.slice(0, first).trim();
  return before.split(/\s+/).length >= LEAST_WORDS ? before : '';
}

const LEAST_WORDS = 5;
