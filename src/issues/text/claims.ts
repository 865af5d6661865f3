import { createSieve } from './sieve.ts';

/**
 * Takes out what reports no failure of this car: what did not happen, what might, other cars and owners, what a recall
 * is about, and routine work. Of a clause that reports a failure beside it, the failure is kept.
 */

/** Something went wrong, or does. Nouns alone ("defect", "fire") are in guesses and recalls as well. */
const WENT_WRONG =
  /\b(?:stall(?:s|ed|ing)?|leak(?:s|ed|ing)|fail(?:s|ed|ing)(?! to (?:recall|notify|respond|fix))|broke|broken|breaks|breaking|crack(?:s|ed|ing)|shatter\w*|explod(?:ed|es|ing)|snapp?(?:ed|s)|seiz(?:ed|es|ing)|siezed|overheat(?:s|ed|ing)|(?:caught|on) fire(?! risk)|burn(?:s|ed|ing|t)|smok(?:e|ing|ed)|flames|(?:lost|loses|losing|loss of) (?!income|wages|time|value)|shut(?:s|ting)? (?:off|down|itself)|died|dies|dying|dead|jerk\w*|jolt\w*|shak(?:es|ing)|shook|vibrat\w*|grind\w*|knock\w*|squeal\w*|squeak\w*|clunk\w*|thump\w*|nois[ey]\w*|sounds?|smell\w*|rust(?:s|ed|ing|y)|corroded|peel\w*|stuck|stick(?:s|ing)|jam(?:s|med)|lock(?:s|ed|ing) up|slip(?:s|ped|ping)|surg(?:ed|es|ing)|drops|dropping|dropped (?!off|it off|my|the)|swings?|swung|bounc\w*|lung(?:ed|es)|lurch\w*|hesitat\w*|stutter\w*|swerv\w*|flicker\w*|flashing|fell|falls|loose|detached|came off|comes off|flew off|blew|misfir\w*|drain(?:s|ed|ing)|consum(?:es|ed|ing)|going through (?:\w+ )?oil|amounts? of oil|low on oil|clogg\w*|leaky|freez\w*|froze\w*|fogg\w*|premature\w*|degrad\w*|worn|wears|wearing|no (?:heat|power|brakes|steering|acceleration|crank)|out of (?:oil|control|gas|fuel)|oil (?:is|was|being) gone|stolen|broken into|stripped|hotwire|stiff|droop\w*|malfunction(?:s|ed|ing)|defective (?!part)|faulty|went (?:out|off|(?:down |all the way |straight )*to the floor|flat|dead|black|blank)|goes (?:out|off|dead|black|blank)|came on|comes on|stays? on|turn(?:s|ed)? (?:on and )?off|dim(?:s|med)|crashed|crashing|crash into|rolled|deployed (?:in|without|for)|quit(?:s)? working|stop(?:s|ped)? working|stopped (?:itself|suddenly|running)|engine (?:stops|stopped)|gave out|almost (?:hit|hitting|wrecked|died|stalling)|bruis\w*|injured|hit(?:s)? (?:me|the|another|a)|suddenly|persist\w*|recurr\w*|(?:happened|occurred|happens|occurs)|(?:issues?|problems?|failure|noise|light) (?:is |was |came |comes )?(?:returns?|returned|back|again|began|begins|started|occurr\w*|persist\w*|continu\w*)|same (?:thing|noise) (?:again|happen)|(?:have|having|had|has|experienc(?:ed|ing)) (?:\w+ ){0,4}(?:problems?|issues?|trouble|failures?|malfunctions?)|warning lights? (?:for|came|on|stay|appear|illuminat)\w*|lights? (?:\w+ ){0,2}(?:illuminated|appear\w*|flash\w*|on\b)(?<!no \w+ lights? \w+)|illuminated)\b/i;
/** What a part did not do although it should have. */
const DID_NOT_ACT =
  /\b(?:not|n't|never|no longer|unable to|refus\w+ to|cannot|could barely|nor) (?:\w+ )?(?:work|start|stop|open|close|turn|move|shift|accelerat|deploy|hold|respond|engag|go\b|function|run\b|detect|lock|fasten|latch|retract|steer|brake|slow|crank|shut|charg|correct the|fix the|solve|eliminat|corrected|solved|disappear|activat|use\b)\w*/i;

const DENIED = new Set([
  /\b(?:never|not ever|n't ever) (?:had|have|has|seen|experienced|noticed) (?:an? |any |the |this |that |these |those |such )?(?:\w+ ){0,2}(?:problems?|issues?|leaks?|failures?|trouble|noises?|faults?|accidents?)\b/i,
  /\b(?:not|n't) (?:have|had|show|exhibit) (?:this|that|the same|these|any such) (?:problems?|issues?|symptoms?|faults?|noises?|failures?)\b/i,
  /\b(?:could|can|did|does|do) ?(?:not|n't) (?:find|see|detect|identify) (?:\w+ ){0,3}(?:codes?|leaks?|faults?|damage|wrong)(?: or (?:any )?(?:other )?(?:problems?|issues?|faults?))?/i,
  /\bfor any (?:\w+ ){0,2}(?:loose|leaks?|damaged?|cracks?|faults?|problems?)(?: \w+)?(?: or \w+)?/i,
  /\bno (?:overheat\w*|leak\w*|vibrat\w*|shak\w*|knock\w*|smok\w*|smells?|jerk\w*|stall\w*|misfir\w*)(?: or [^,.;]{0,40})?/i,
  /\b(?:never|not once|n't ever)\s+(?:(?:had|has|have|been|once|yet|ever|actually)\s+)*(?:stall|leak|fail(?!\w* to)|die|died|overheat|catch|caught fire|broke|break|crack|slip|rust|seiz|happen|shatter|explod|smok|burn|snap|jerk|shak|shook|vibrat|grind|knock|surg|lurch|hesitat|swerv|flicker|fall|fell|come loose|came (?:on|off|loose)|comes? on|go(?:es)? on|went on|blew|misfir|drain|los[et]|shut (?:off|down)|crash|malfunction|illuminat|light(?:s|ed)? up)\w*/i,
  /\b(?:never|not|n't|nor)\s+(?:(?:had|have|has|having|been|was|were|ever|yet|involved|in)\s+)*(?:an?|any)\s+(?:\w+ ){0,2}(?:accident|crash|collision|incident|wreck|fender)\w*/i,
  /\b(?:not|n't|without|unaware of|free of) (?:\w+ ){0,2}any (?:\w+ ){0,2}(?:problems?|issues?|leaks?|holes?|cracks?|damage|failures?|defects?|trouble|noises?|signs?)(?: or \w+)?/i,
  /\b(?:not|n't|no ?(?:one|body)(?: was| were)?) (?:been |badly |seriously )?(?:injured|hurt)\b/i,
  /\b(?:problem|issue|failure|fault)s? (?:was|were|is|has been|had been|have been|got) (?:now |since |finally )?(?:fixed|resolved|corrected|solved|remedied)\b/i,
  /\b(?:never|not yet|n[o']t ever|not)\s+(?:once\s+|yet\s+|had (?:any|a|an)\s+|ever\s+)?(?:stall\w*|leak\w*|fail(?:ed|s|ing)?(?! to)|died?|overheat\w*|catch\w* fire|caught fire|broken?|crack\w*|slip\w*|rust\w*|seiz\w*|happen\w*|been (?:in (?:an?|any) (?:accident|crash)|a problem|any)|experienced? (?:any|a|the|this)|(?:had|have|seen|notice\w*) any(?: (?:\w+ )?(?:problems?|issues?|trouble|failures?|malfunctions?))?|due to|(?:a |an )(?:failure|problem|issue|defect|malfunction))\b/i,
  /n't\s+(?:yet\s+|had\s+|ever\s+)?(?:stall\w*|leak\w*|fail(?:ed)?(?! to)|overheat\w*|caught fire|catch fire|happened|had any|have any|experienced? (?:any|a|the|this)|notice\w* any|seen any|(?:seem to )?be a(?:ny)? problem)\b/i,
  /\b(?:no|none|nor (?:are|were) there any|(?:not|n't) (?:have |had |find |see )?any) (?:\w+ ){0,3}?(?:problems?|issues?|complaints?|leaks?|leaking|leakage|failures?|malfunctions?|damage|trouble|accidents?|injur\w+|crash(?:es)?|fires?|smoke|rust|noises?|vibrations?|overheating|loss|(?:warning|dash\w*|indicator|engine) (?:lights?|lamps?|indicators?|messages?|signs?)(?: \w+){0,2} illuminated|(?:(?:warning|indicator|dash\w*|engine) )*(?:lights?|lamps?|indicators?|indications?|messages?|signs?|warnings?|alerts?|codes?)(?: (?:ever )?(?:came|come|went|appear\w*|illuminat\w*|show\w*|were|was)(?: on| up)?\b)?)/i,
  /\b(?:no|without (?:any |a |an )?)(?:\w+ ){0,2}(?:problem|issue|incident|trouble|failure)s?\b/i,
  /\b(?:works?|working|worked|runs?|running|ran|drives?|driving|drove|operat\w+|functions?|functioned|performs?|starts?) (?:just |perfectly |absolutely |very |all )?(?:fine|great|well|perfectly|normally|flawlessly|again|smoothly|as (?:intended|designed|it should))\b/i,
  /\b(?:is|are|was|were|tested|checked(?: out)?|seems?|looks?) (?:all )?(?:fine|ok|okay|good|normal)\b(?! (?:for|until|then|at first))/i,
  /\b(?:nothing|not anything|n't (?:find )?anything) (?:\w+ ){0,2}wrong\b|\bnothing to do with\b|\b(?:"?passed"?|no longer be an issue|all green)\b/i,
  /\b(?:the|my) (?:contact|vehicle|car|truck|van) (?:had|has) not (?:yet )?(?:experienced|malfunctioned|failed)\b/i,
  /\b(?:rest of|everything else|maintained power)\b/i,
]);
const SUPPOSED = new Set([
  /\bany (?:\w+ ){1,6}is (?:a|an) (?:\w+ )?(?:safety|danger\w*|hazard)/i,
  /\b(?:what )?if (?:it|this|that|they|the|these|my|your|an?|any|one|i|we|you|people|somebody|someone|he|she)\b(?! (?:is|was) (?:cold|hot|raining|wet))[^,.;]*\b(?:were|was|should|would|could|can|will|may|might|fails?|had|ha[sd]|happens?|breaks?|stalls?|goes|loses?|dies|catches|needs?|ever|locks?|explodes?|deploys?|opens?|falls?|cannot)\b/i,
  /\b(?:could|might) (?!(?:easily )?be (?:\w+ )?(?:stolen|started|broken into|hot-?wired)|not\b|hear|feel|see|smell|barely|only|hardly|no longer|tell|find|duplicate|reproduce|replicate|afford)(?:\w+ ){0,2}\w+/i,
  /\bmay (?!not (?:be|have) (?:working|started)|\d|of \d|be reached)[a-z]/i,
  /\bcan (?:easily |possibly |potentially |also |then |just )?(?:have|cause|lead|result|be(?:come)?(?! (?:\w+ )?(?:stolen|started|broken|hot-?wired|heard|seen|felt))|fail|catch|lose|lock|explode|fall|break|crash|stall|kill|injure|hurt|happen|seize|damage)\b/i,
  /\bwould (?:of|have|'ve|be able|most likely|be (?:a|an|dangerous|killed|injured|hurt))\b|\bhad (?:that|the|it|i|we) \w+ (?:\w+ )?(?:locked|failed|been|happened)\b/i,
  /\b(?:(?:afraid|scared|terrified|nervous) (?:of|that|to|for|about|it|the|this|my|i|we|one)|fear\w*|worr(?:y|ied|ies)|dread\w*|hop(?:e|ing|efully))\b/i,
  /\bconcern(?:s|ed)? (?:of|about|to|for|i|we|that (?:it|this|the \w+|my \w+) (?:will|may|might|could|can|would)|this|it|potential)\b/i,
  /\b(?:in the event|in case|potential(?:ly)?|risks? |fire risk|chance of|possib(?:le|ly|ility of)(?! \w+ (?:issue|problem)$)|waiting to happen|harm'?s way|next time|before (?:it|this|someone|somebody|something|people) (?:fails?|breaks?|happens?|gets?|dies|is|are))\b/i,
  /\bwhat (?:happens|would happen) (?:when|if)\b/i,
  /\bif there (?:is|are|was|were|should be) an?y?\b/i,
  /\b(?:does|do|must|will|has|have) (?:some(?:one|body)|any(?:one|body)|people|we|i|my \w+) (?:really |actually )?(?:have|need|got)? ?to (?:be|get|die|lose|crash|wait)\b|\bhow many (?:\w+ ){0,3}(?:must|have to|need to|will)\b/i,
  /\b(?:not|n't) know (?:if|when|whether)\b|\bno guarantee\b|\bdanger of\b|\bjust a matter of time\b|\bprone to\b/i,
  /\b(?:am|is|are|'s|'re|was|were) (?:\w+ )?going to (?:fall|fail|die|happen|explode|break|stall|kill|crash|blow|catch|lose|get (?:killed|hurt|hit)|be (?:killed|hurt|injured))\b/i,
  /\bany \w+(?: \w+){0,3} (?:that|which) (?:fails?|breaks?|leaks?|stalls?)\b/i,
  /\bshould (?:it|this|that|the \w+|they) (?:ever )?(?:fail|break|happen|stall|lock|catch|go)\b/i,
  /\bwill (?:most likely |probably |eventually |also |then )?(?:fail|catch|die|happen|malfunction|be (?:killed|injured|hurt)|kill|cause|explode|crash)\b/i,
]);
/** Other cars and other owners: the whole clause, unless it says that this car does the same. */
const ELSEWHERE = new Set([
  /\b(?:many|several|multiple|numerous|countless|hundreds|thousands|lots|dozens|similar)\b[^.;]{0,50}?\b(?:owners?|people|complaints?|reports?|consumers?|customers|posts?|blogs?|forums?|others)\b/i,
  /\bpeople\b[^.;]{0,40}\b(?:stated?|say|said|call|complain|have|had|are having|report)\w*/i,
  /\b(?:problem|issue|defect|failure|occurrence|fault|common)\b[^.;]{0,30}\b(?:with|on|for|in|to|of) (?:other|many|most|all|these|those|different|previous|earlier|several) (?:\w+ ){0,2}(?:consumers?|years?|models?|vehicles?|cars?|owners?|makes?|hyundais?|kias?|fords?|sonatas?|sorentos?|elantras?)\b/i,
  /\b(?:known (?:for|to)|(?:has|have|had) a history of|well[- ]documented|notorious\w*|infamous)\b/i,
  /\bother (?:manufactur\w+|makes|makers|brands|vehicle makes)\b/i,
  /\b(?:according to|searching|search\w*|on|see\w* on) (?:this|the|your|nhtsa(?:'s)?|nhtsa\.gov) (?:web ?)?(?:site|database|data base)\b/i,
  /\bmy (?:previous|prior|old|last|other|first|former|wife'?s|husband'?s|son'?s|daughter'?s|friend'?s|neighbou?r'?s|mother'?s|father'?s|brother'?s|sister'?s|dad'?s|mom'?s) (?:\w+ )?(?:car|truck|van|suv|vehicle|\d{4}|one|ford|toyota|honda|hyundai|kia|jeep|bmw|chevy|nissan|mazda|subaru|dodge)\b/i,
  /\b(?:i|we) (?:also |previously |once |used to )?(?:owned?|had|own|have) (?:another|a previous|an older|a different)\b/i,
  /\b(?:other|another) (?:drivers?|vehicles?|cars?|trucks?|motorists?|owners?|people|models?|customers?|\d{4}|hev)\b(?!'s (?:lane|bumper))(?=[^,.;]*\b(?:failed|lost|ran|stall\w*|broke|died|leak\w*|issues?|problems?|complain\w*|experienc\w*|listed|same|report\w*|had|have)\b)/i,
  /\b(?:many|several|numerous|thousands? of|hundre?n?ds? of|hundreds|dozens of|some|a lot of|alot of|lots of|all|countless|growing group of) (?:\w+ ){0,4}?(?:others?|owners?|owbers|people|complaints?|reports?|consumers?|drivers?|vehicles|cars|sonatas|elantras|sorentos|posts?|cases?|problems (?:on|with) these)\b/i,
  /\b(?:others?|owners) (?:\w+ )?(?:have|has|had|having|are|were|report\w*|experienc\w*|complain\w*|with the same)\b|\bnot the only (?:one|owner|person)\b/i,
  /\b(?:a friend|my friend|(?:a|my) neighbou?r|(?:a|my) co-?worker)\b(?! (?:of mine )?(?:took|drove|picked|brought|came|gave|helped|called|looked))[^,.;]*\b(?:had|have|has|report\w*|experienc\w*|mention\w*|heard|said (?:hers|his)|problem|issue)\b/i,
  /\b(?:people online|forums?|(?:i|we|ve|'ve) (?:have |been )?(?:read|heard|research\w*|googled|looking (?:through|at)|found (?:online|that others))|on-? ?line|internet|web ?sites?|postings?|\d+ (?:\w+ )?complaints|google search|my research|research shows|posts?)\b(?=[^;]*\b(?:had|have|has|report\w*|experienc\w*|say|said|about|that|with|issues?|problems?|happened|common|complaints?|recalls?)\b)/i,
  /\b(?:rental|loaner|borrowed) (?:car|vehicle|one)\b[^,.;]*\b(?:had|has|stall\w*|fail\w*|died|leak\w*|broke|malfunction\w*|provided)\b|\bin a rental\b/i,
  /\b(?:in|on) (?:the )?(?:\d{4}|previous year|other|earlier|all) models?\b|\b(?:well[- ]known|known|common) (?:issue|problem|occurrence|defect|fault)\b|\bthis (?:problem|issue) is (?:very |quite |so )?common\b|\b(?:had|same) (?:\w+ )*(?:with|as) (?:my|our) (?:old|previous|last|other)\b/i,
]);
const OF_THIS_CAR_TOO =
  /\b(?:along with|as well|both|too|mine|my (?:car|vehicle) (?:also|could(?:n't| not)|would(?:n't| not))|also (?:quit|has|had|fail\w*|broke|stopped))\b/i;
const RECALL =
  /\b(?:recall\w*|campaign|warranty extension|extended warranty|class action|service bulletin|tsbs?|nhtsa action number|\d\dv-?\d{3}\w*|nhtsa is investigating)\b/i;
/** Behind it stands what a recall is for. */
const RECALL_IS_FOR =
  /\b(?:(?:the|their|an?|this|that|my|for|under) (?:(?!(?:after|since|before|despite|was|is|has|had|and|failed|broke|stalled)\b)[\w-]+ ){1,3}(?=recall))|\b(?:recall|campaign)\w*\b[^.;]*\b(?:for|on|about|regarding|of|concerning|states?|due to|because)\b.*/i;
/** That a recall is not carried out is a trouble of its own. */
const RECALL_NOT_DONE =
  /\b(?:parts?|remed(?:y|ies)|fix|repair|appointment)\b[^.;]*\b(?:not|n't|un)\s?(?:yet )?(?:be )?(?:available|have|in stock|received|arrived|provided|ready|been)|\b(?:no|not have|n't have|without) (?:the |any |a )?(?:parts?|remedy|fix|date|solution)\b|\bback ?-?order|\bwait(?:ing|ed)?\b|\bunreasonable|\breasonable amount|\bdelay\w*|\b(?:still|has|have) (?:not|n't|no)\b|\bnothing (?:has been |is being |was )?done\b|\b(?:not|n't|never) (?:yet )?(?:provided|offered|issued|given|fixed|repaired|replaced|respond\w*)\b|\bfor (?:over |more than )?\w+ months\b|\b(?:after|since|despite) (?:the |a |having |this |that )?(?:\w+ ){0,2}recall\b|\brecall (?:repair|work|remedy|fix) (?:did|has|was)\s?(?:not|n't)/i;
const ROUTINE =
  /\b(?:oil changes?|(?:change|changed|changing) (?:the |my )?oil|tune-?ups?|tire rotation|routine|(?:regular|scheduled|preventi?v\w*|proper) (?:\w+ )?(?:maintenance|service\w*)|well maintained|maintained|check-? ?up|(?:been|was|vehicle|car|had it|it) serviced|service records|as a precaution\w*|precautionary|preventi?ve(?:ly)?|preventative(?:ly)?|proactively|state inspection)\b/i;

const notReporting = createSieve([...DENIED, ...SUPPOSED, ...ELSEWHERE, RECALL, ROUTINE]);

/** Where one clause ends and the next begins. */
const CLAUSE =
  /(?<=[.!?;\n])\s+|,\s+(?=(?:but|and|so|or|yet|which|although|though|however|while|because|then|if|i|it|the|my|we|they)\b)|\s+(?=(?:but|however|although|though|because|yet|except)\b)|\s+-+\s+/i;

export interface Clause {
  /** Without what did not happen, and without a guess and all that follows it. */
  text: string;
  /** It says that something went wrong on this car. What does not may still show what the complaint is about. */
  reported: boolean;
}

export function isReported(clause: string): boolean {
  return clausesOf(clause).some(({ reported }) => reported);
}

/** The clauses of a complaint without those about other cars and those of which nothing is left. */
export function clausesOf(text: string): Clause[] {
  const patterns = notReporting.matching(text);
  if (patterns.length === 0) return [{ text, reported: true }];
  return text
    .split(CLAUSE)
    .filter((clause) => clause !== undefined && clause.trim() !== '')
    .flatMap((clause) => {
      const found = patterns.filter((pattern) => pattern.test(clause));
      return found.length === 0 ? { text: clause, reported: true } : whatIsLeft(clause, found);
    });
}

function whatIsLeft(clause: string, found: readonly RegExp[]): Clause[] {
  let left = clause;
  for (const pattern of found) {
    if (SUPPOSED.has(pattern)) left = left.slice(0, pattern.exec(left)?.index ?? left.length);
    else if (DENIED.has(pattern)) left = left.replace(new RegExp(pattern, 'gi'), ' ');
  }
  if (found.some((pattern) => ELSEWHERE.has(pattern)) && !OF_THIS_CAR_TOO.test(left)) return [];
  const told = found.includes(RECALL) ? left.replace(RECALL_IS_FOR, ' ') : left;
  const reported =
    WENT_WRONG.test(told) || DID_NOT_ACT.test(told) || (found.includes(RECALL) && RECALL_NOT_DONE.test(left));
  const isLong = left === clause || left.trim().split(/\s+/).length >= LEAST_WORDS;
  return reported || isLong ? [{ text: left, reported }] : [];
}

/** Fewer, left of a longer clause, are the beginning of a guess and no more. */
const LEAST_WORDS = 5;
