import { createHash } from 'node:crypto';

/** The warnings that a notice gives to owners or dealers in its own words, English or French. */
export interface WordedWarnings {
  parkIt: boolean;
  parkOutside: boolean;
  stopSale: boolean;
  /** The sentences that say so, as published. */
  text: string | null;
  /** Sentences that may advise owners about driving or parking, and were read as none of these. */
  unread: string | null;
}

const VEHICLE = String.raw`(?:(?:the|this|these|those|their|your|his|her|its|any|all|affected|recalled|subject|unrepaired|involved|said)\s+){0,4}(?:vehicles?|cars?|trucks?|vans?|suvs?|motorcycles?|bikes?|scooters?|trikes?|motorhomes?|coach(?:es)?|bus(?:es)?|units?|trailers?|it|them)\b`;
const RUN = '(?:drive|operate|ride|use|run)';
/** Takes out accents, typographic quotes and "n't", so that a word has its bounds in both languages. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\b(can|could|do|does|did|is|are|must|should|was|were)n?'t\b/gi, '$1 not');
}

const any = (...parts: string[]) => new RegExp(parts.map((part) => `(?:${plain(part)})`).join('|'), 'i');

const DO_NOT_DRIVE = any(
  String.raw`\b(?:use|operation|driving|riding) of ${VEHICLE} (?:must|should|has to|is to) (?:stop|cease|be (?:stopped|suspended|discontinued))`,
  String.raw`\b(?:tak(?:e|en)|remove|removed|kept|placed?|put|withdraw|withdrawn|pull|pulled)\b[^.]{0,40}? (?:out of|from|off) (?:service|use|circulation|the road)\b`,
  String.raw`\b(?:keep|kept|stay|remain) [^.]{0,40}?off (?:the|public|all) roads?\b|\bnot be on (?:the|public|any) roads?\b`,
  String.raw`\b${VEHICLE} [^.]{0,20}grounded until|\b(?:sit|stand|remain|stay) unused\b|\bdriven no further\b|\b(?:leave|keep) ${VEHICLE} at home\b`,
  String.raw`\b(?:no ?one|nobody) (?:should|may|must|is to) (?:${RUN} ${VEHICLE}|be behind the wheel)|\bnot continue (?:to ${RUN}|driving|riding|operating|using) ${VEHICLE}`,
  String.raw`\bpark(?:ed)? (?:${VEHICLE} )?(?:immediately|at once|right away)(?! (?:out|away|in|near)\w*\b)`,
  String.raw`\b(?:stop|cease|suspend|discontinue|halt)(?:ing)? (?:all |any )?(?:operation|use|operating|using|driving)\b(?: of)? ${VEHICLE}`,
  String.raw`\b(?:do|should|must|shall|to|please|are|is) not (?:to )?(?:under any circumstances? |ever )?(?:(?:\w+ ){1,2}(?:or|and) )?${RUN} ${VEHICLE}`,
  String.raw`\bnot (?:to )?(?:be )?(?:driving|drive|ride)(?: or \w+)? ${VEHICLE}`,
  String.raw`\bnot (?:to )?(?:attempt|try) to ${RUN} ${VEHICLE}|\bnot to ${RUN} ${VEHICLE}|\bnot (?:to )?take ${VEHICLE} on(?:to)? (?:the |any |public )*roads?\b`,
  String.raw`\b(?:should|must) not travel\b(?! (?:at|above|over|with|faster|through)\b)`,
  String.raw`\bno longer (?:to )?(?:drive|ride|operate) ${VEHICLE}`,
  String.raw`(?<!\b(?:could|can|may|might|cannot) )\bnot (?:to )?be (?:driven|operated|ridden)(?=\s*(?:[.,;]|$|until|before))`,
  String.raw`\bnot to (?:drive|ride)\b(?! over| with| faster| through| at\b| on)`,
  String.raw`\b(?:should|must|shall|are|is|may|can) not (?:to )?be (?:driven|operated|ridden|used|put on the road)\b(?! (?:to|as|for|by|with|in|faster|above|over|at|away)\b)`,
  String.raw`\b(?:stop|stopping|cease|discontinue|refrain from|avoid|against|suspend|quit|halt)\s+(?:(?:the )?(?:driving|operating|operation of|riding|using|use of|all use of|use|any use of|drive)) ${VEHICLE}`,
  String.raw`(?<!\b(?:may|might|could|can|will|unable to) )\b(?:stop|cease|discontinue|refrain from|avoid)\s+(?:driving|riding)\b(?=\s*(?:[.,;:]|until|immediately|right away|now|at once|as soon|and|or|$))`,
  String.raw`\bnot (?:to )?${RUN} (?:until|before)\b|\bnot (?:to )?(?:drive|ride)\s*(?:[.,;:]|$|until|unless)`,
  String.raw`\bdo[ -]not[ -](?:drive|ride)["'’”\s-]{0,3}(?:advisory|warning|notice|order|instruction|recall)`,
  String.raw`\bstop[ -](?:drive|driving|ride)["'’”\s-]{0,3}(?:advisory|warning|notice|order|instruction)`,
  String.raw`\b(?:park|leave) (?:${VEHICLE} )?(?:parked )?and (?:do )?not (?:to )?(?:drive|use|operate)`,
  String.raw`\b(?:unsafe|not safe) to (?:drive|be driven)\b[^.]*\b(?:until|owners|tow)|\b(?:unsafe|not safe)(?: for \w+)? to ${RUN} ${VEHICLE}`,
  String.raw`\b(?:rather than|instead of) driv(?:e|ing) ${VEHICLE}|\bnot (?:to )?get behind the wheel`,
  String.raw`\b(?:leave|keep) ${VEHICLE} parked\b(?! (?:in|out|away|at|on))`,
  String.raw`\b(?:driving|operating|riding|(?:use|operation) of) ${VEHICLE}[^.]{0,40}? is (?:\w+ly )?(?:not (?:advised|recommended|safe|allowed|permitted)|unsafe|discouraged|prohibited|forbidden)`,
  String.raw`\bcontinued (?:driving|riding|operation|use)\b(?![^.]{0,20}\bto\b)[^.]{0,60}? (?:is|are) (?:\w+ly )?(?:not (?:advised|recommended|safe|allowed|permitted)|discouraged|prohibited|forbidden)`,
  String.raw`\b(?:under no circumstances|never) (?:should|must|may)?[^.]{0,40}\bbe (?:driven|operated|ridden)(?! (?:over|with|faster|at|in|through)\b)`,
  String.raw`\b(?:must|should|shall|to) (?:remain|stay) parked\b(?! (?:in|out|away|at|on))`,
);
const PARK = '(?:park|parks|parking|be parked|keep|keeping|be kept|leave|be left|store|storing|be stored)';
const OUT = String.raw`(?:outside|outdoors?|out of (?:doors|(?:(?:the|any|their|your|a) )?(?:garages?|carports?|buildings?|structures?))|in (?:the open|(?:the )?open air|an open (?:area|space|lot))|far from|(?:well |far )?away from|a (?:safe|good) distance (?:away )?from|at least [\d.]+ \w+ (?:away )?from)\b`;
const IN = String.raw`(?:inside|indoors|in(?:side)? (?:a |an |any |their |your |the |enclosed |closed |covered |attached |underground )*(?:garages?|carports?|buildings?|structures?|spaces?|areas?|sheds?|barns?|parking (?:garages?|structures?|lots?))|near (?:\w+ ){0,3}(?:structures?|buildings?|homes?|houses?)|within [\d.]+ (?:m|met(?:er|re)s?|feet|ft) of|next to|under (?:a |any |the )?(?:roof|cover|carport))`;
const ADVISED = String.raw`\b(?:advis|recommend|urg|suggest|ask|instruct|warn|tell|told|request|encourag|direct)\w*`;
const PARK_OUTSIDE = any(
  String.raw`${ADVISED}\b[^.]{0,60}\b(?:${PARK}|parked|kept|stored)\b[^.]{0,60}?\b${OUT}|\bhave ${VEHICLE} parked\b[^.]{0,30}?\b${OUT}`,
  String.raw`(?:^|\b(?:should|must|shall|to|please|and|advises?|advised|recommends?|recommended|urges?|urged|suggests?|are|is|be|also|only|always|continue|until repaired|vehicles|,|:)\s+)${PARK}\b[^.]{0,60}?\b${OUT}`,
  String.raw`\b(?:not|never|avoid|against|refrain from|stop) (?:to )?(?:be )?(?:\w+ (?:or|and) )?(?:park|parked|parking|stored?|storing|kept|keep|keeping|leave|leaving|left)\b[^.]{0,40}?\b${IN}`,
  String.raw`\b(?:should|must|shall|to) (?:stay|remain) (?:parked )?(?:outside|outdoors)\b(?! (?:the|of|any)\b)`,
  String.raw`\bpark(?:ing)?[ -]outside["'’”\s-]{0,3}(?:advisory|warning|notice|order|instruction|recommendation)`,
  String.raw`\b(?:outdoor parking|parking (?:outside|outdoors))[^.]{0,40}\b(?:is|are) (?:advised|recommended|urged)|${ADVISED} outdoor parking`,
  String.raw`\bparking ${IN}[^.]{0,30}? is (?:not (?:advised|recommended|safe)|discouraged)`,
  String.raw`\b(?:garage|indoor|underground|covered) parking\b[^.]{0,30}? is (?:not (?:advised|recommended|safe|allowed)|discouraged|prohibited)|\boutdoor parking (?:only|spot|space|place)\b|\bparking (?:spot|space|place)\b[^.]{0,20}\b(?:in the open|outdoors|outside)\b`,
  String.raw`\bparking\b[^.]{0,60}\b(?:garage|carport|house|home|building|structure|indoors|inside)s?\b[^.]{0,40} (?:should|must) be avoided`,
  String.raw`\b(?:move|moved|take|taken) ${VEHICLE} (?:out of|out from|away from) (?:\w+ )?(?:garage|carport|building|structure|home)s?\b`,
  String.raw`\b${PARK}\b[^.]{0,60}\b(?:not|instead of|rather than) (?:in|inside) (?:an? |the |their |your |any )?(?:\w+ )?(?:garage|carport|building|structure)s?\b`,
);
const STOP_SALE = any(
  String.raw`\bstop[ -](?:sales?|deliver(?:y|ies)|shipment|ship)\b`,
  String.raw`\b(?:do|should|must|shall|to|may|are|is|please|never) ?(?:not )?(?:to )?(?:be )?(?:\w+ (?:or|and|nor) )?(?<=\bnot (?:to )?(?:be )?(?:\w+ (?:or|and|nor) )?)(?:sell|sold|deliver|delivered|lease|release)\b[^.]{0,60}\b(?:until|before|unrepaired|recall|vehicles?|cars?|vans?|trucks?|motorcycles?|units?|them|it)\b`,
  String.raw`\b(?:stop|cease|suspend|halt|hold|pause)(?:s|ped|d|ed|ing)? (?:the |all |its )?(?:sales?|selling|deliver(?:y|ies|ing))\b`,
  String.raw`\bsales? (?:of [^.]{0,40})?(?:has|have|had|was|were|is|are) (?:been )?(?:suspended|stopped|halted|paused|put on hold)\b`,
  String.raw`\b(?:prohibited|barred|banned|forbidden) from (?:selling|delivering|leasing)\b|\b(?:delivery|sales) hold\b`,
  String.raw`\bno (?:affected |new |unrepaired )*(?:vehicles?|units?) (?:may|can|should|shall|must) be (?:sold|delivered|released)\b`,
  String.raw`\bfreez(?:e|ing) (?:all |the )?sales|\bwithh[eo]ld(?:ing)? (?:the )?(?:sales?|deliver(?:y|ies))|\bsales (?:are|is|remain) on hold|\bnot (?:to )?hand over ${VEHICLE}`,
  String.raw`\b(?:stock|inventory)\b[^.]{0,30} (?:must|should|are to|is to) be (?:held|withheld|retained)\b|\bnot (?:allowed|permitted) to (?:sell|deliver|lease|rent|loan)\b`,
  String.raw`\bquarantin(?:e|ed|ing) (?:all |any |the |their )*(?:stock|inventory|${VEHICLE})`,
  String.raw`\b(?:to|must|should) hold (?:back )?(?:all |any |the |their )*(?:stock|inventory)\b`,
  String.raw`\bhold (?:all |any |the )*(?:unsold|undelivered|new|unrepaired) ${VEHICLE}`,
);

const VEHICULE = String.raw`(?:(?:le|la|les|ce|cet|cette|ces|leur|leurs|votre|vos|tout|tous|son|l['’])\s*){0,2}(?:v[ée]hicules?|voitures?|camions?|camionnettes?|fourgonnettes?|motos?|motocyclettes?|autos?|automobiles?|autobus|roulottes?|autocaravanes?|scooters?)\b`;
const NE_PAS_CONDUIRE = any(
  String.raw`\bne (?:faut|faudrait|convient) (?:pas|plus) (?:conduire|rouler|circuler|prendre la route|utiliser ${VEHICULE})|\bni (?:conduire|utiliser) ${VEHICULE}`,
  String.raw`\b(?:laiss|gard)\w+ ${VEHICULE} (?:immobiles?|à la maison|chez vous)|\b(?:ordonn|exig|demand|impos|recommand|conseill)\w*[^.]{0,30} l['’]immobilisation|\b(?:doit|doivent|devez|devriez|faut|veuillez) immobiliser`,
  String.raw`\bne (?:pas|plus) (?:vous |se )?servir (?:de |du |des )${VEHICULE}|\b${VEHICULE}[^.]{0,60}\bne (?:pas l['’]utiliser|plus l['’]utiliser|l['’]utilisez (?:pas|plus))`,
  String.raw`\b(?:ne doi(?:t|vent) en aucun cas|aucune? [^.]{0,30}ne (?:doit|devrait|peut)) [êe]tre (?:conduit|utilis[ée]|mis en circulation)`,
  String.raw`\bretir[ée]\w*[^.]{0,30} (?:du service|de la route|de la circulation)\b|\binterdit\w* de circulation\b|\b[ée]vite[rz] toute? (?:conduite|utilisation d[ue]\w* ${VEHICULE})`,
  String.raw`\bdangereux de conduire ${VEHICULE}[^.]*\b(?:avant|tant|jusqu|remorqu)`,
  String.raw`\b${VEHICULE}[^.]{0,40} ne (?:doivent|doit|devraient|devrait|peuvent) (?:pas|plus) (?:être|etre) utilis[ée]e?s?`,
  String.raw`\bne (?:le|la|les) (?:conduisez|roulez|utilisez) (?:pas|plus)\b|\bne pas (?:le|la|les) (?:conduire|utiliser)\b`,
  String.raw`\bne (?:pas|plus|jamais|point) (?:conduire|rouler|circuler|prendre la route|prendre le volant)(?! (?:sur|avec|à plus|plus|trop)\b)`,
  String.raw`\bne (?:conduisez|roulez|circulez) (?:pas|plus)(?! (?:sur|avec(?! ${VEHICULE})|à plus|trop)\b)`,
  String.raw`\bn(?:e |['’])(?:pas |plus )?(?:utiliser|utilisez|employer|exploiter)(?: pas| plus)? ${VEHICULE}`,
  String.raw`\bn(?:e |['’])(?:pas |plus )?emprunt(?:er|ez)(?: pas| plus)? (?:la |les |une |de )*(?:route|voie)`,
  String.raw`\bne (?:doivent|doit|devez|devriez|devraient|devrait|peuvent) (?:pas|plus) (?:conduire|rouler|circuler|prendre la route|(?:utiliser ${VEHICULE})|(?:être|etre) (?:conduits?|conduites?))`,
  String.raw`\b(?:cesser|cessez|arr[êe]ter|arr[êe]tez|[ée]viter|[ée]vitez|s['’]abstenir|abstenez-vous|cessent|arr[êe]tent) (?:imm[ée]diatement |sans d[ée]lai |tout de suite )?(?:de |d['’])(?:conduire|rouler|circuler|(?:utiliser|se servir d[ue]) ${VEHICULE})`,
  String.raw`\b(?:avis|avertissement|consigne)[^.]{0,20}ne pas conduire`,
  String.raw`\bd[ée]conseill\w+ [^.]{0,30}?(?:de |d['’])(?:conduire|rouler|circuler|prendre la route|utiliser ${VEHICLE})`,
  String.raw`\bne (?:re)?prenez (?:pas|plus|jamais) (?:la route|le volant)|\bimmobilisez ${VEHICULE} (?:jusqu|tant)`,
  String.raw`\b(?:interdit|d[ée]fendu) de (?:conduire|rouler|circuler)(?! (?:sur|avec|à plus)\b)|\b(?:conduite|utilisation|usage) (?:de |du |des )${VEHICULE}[^.]{0,30}? est (?:\w+ )?(?:interdite?|d[ée]conseill[ée]e?)\b`,
  String.raw`\b(?:cess|suspend|interromp)\w+ (?:toute |l['’])?(?:utilisation|usage) (?:du|de|des) ${VEHICULE}`,
);
const GARER = `(?:stationner|stationnez|garer|garez|laisser|laissez|stationnent|garent|entreposer|entreposez|ranger|rangez|remiser|remisez|placer|placez|abriter|abritez|rentrer|rentrez|entrer|entrez|(?:être|etre|soient|soit) (?:stationn[ée]e?s?|gar[ée]e?s?|laiss[ée]e?s?|entrepos[ée]e?s?))`;
const STATIONNER_DEHORS = any(
  String.raw`\b(?:[ée]viter|[ée]vitez|[ée]vitent|s'abstenir|abstenez-vous|cesser|cessez|d[ée]conseill\w+[^.]{0,30}?) (?:de |d')(?:les? |la )?${GARER}\b[^.]{0,50}?(?:à l['’]int[ée]rieur|dans |pr[èe]s d|à proximit[ée] d)`,
  String.raw`\b${GARER}\b[^.]{0,60}?(?:à l['’]ext[ée]rieur|dehors|en plein air|à ciel ouvert|loin d|à l['’][ée]cart d|à (?:bonne )?distance d|à (?:au moins |plus de )?\d+ (?:m|m[èe]tres|pieds) d|hors d)`,
  String.raw`\bn(?:e |')(?:doivent |doit |devez |devriez |devraient |devrait )?(?:pas|jamais|plus)? ?(?:les? |la )?${GARER}(?: pas| jamais| plus)?\b[^.]{0,50}?(?:à l['’]int[ée]rieur|dans (?:un|une|le|la|leur|votre|des|les) (?:garage|stationnement|b[âa]timent|structure|abri|endroit|lieu|espace|local)|sous un|pr[èe]s d|à proximit[ée] d)`,
  String.raw`\bni (?:les? |la )?${GARER}[^.]{0,30} (?:dans|pr[èe]s d)|\bplut[ôo]t qu(?:e dans|['’]au) [^.]{0,15}garage|\bgarage est à (?:[ée]viter|proscrire)`,
  String.raw`\b[ée]vite[rz] (?:les |le |tout |tous les )?(?:stationnements?|garages?)(?: \w+)? ?(?:int[ée]rieur|souterrain|ferm[ée]|couvert)|\bsort(?:ez|ir) ${VEHICULE} (?:du|de votre|de leur|des|d['’]un) garages?`,
  String.raw`\bstationne(?:r|ment)(?: à l['’])? ?int[ée]rieur\b[^.]{0,30} est (?:à (?:proscrire|[ée]viter)|d[ée]conseill|interdit)|\b(?:recommand|conseill)\w* le stationnement (?:à l['’])?ext[ée]rieur`,
  String.raw`\b(?:doi\w*|devrai\w*|devez) (?:demeurer|rester|etre laiss\w+) (?:stationn[ée]e?s? |gar[ée]e?s? )?(?:à l['’]ext[ée]rieur|dehors)`,
  String.raw`\b(?:garder|gardez|conserver|conservez)(?:-l[ea]s?)?(?: ${VEHICULE})?[^.]{0,20}(?:à l['’]ext[ée]rieur|dehors|hors d|loin d)`,
  String.raw`\b(?:choisi|privil[ée]gi|pr[ée]f[ée]r)\w* (?:un |le |les )stationnements? (?:en plein air|à ciel ouvert|(?:à l['’])?ext[ée]rieur)`,
  String.raw`\bstationnement (?:à l['’]ext[ée]rieur|ext[ée]rieur) (?:est )?(?:recommand[ée]|conseill[ée])`,
);
const NE_PAS_VENDRE = any(
  String.raw`\b(?:arr[êe]t|suspension|interruption|interdiction) (?:des |de la |de |imm[ée]diat de la )?(?:ventes?|livraisons?)`,
  String.raw`\b(?:cesser|cessez|arr[êe]ter|suspendre|suspendu|suspend|interrompre|interrompu) (?:imm[ée]diatement )?(?:de vendre|de livrer|la vente|les ventes|la livraison|les livraisons)`,
  String.raw`\bne (?:livrez|vendez|remettez) (?:pas|plus|aucun)|\bgel(?:er|ez|[ée]) (?:les|la) ventes?|\bstock[^.]{0,30} doi(?:t|vent) [êe]tre retenus?\b`,
  String.raw`\bne (?:pas|plus|doivent pas|doivent plus|peuvent pas|peuvent plus) (?:vendre|livrer)|\bretenir (?:les |le |leurs? )stocks?\b`,
  String.raw`\bne (?:doivent|peuvent) (?:vendre|livrer)\b|\binterdit\w* [^.]{0,30}\bde (?:vendre|livrer)\b`,
  String.raw`\b(?:ventes?|livraisons?) (?:d\S+ [^.]{0,40})?(?:a|ont|est|sont) (?:[ée]t[ée] )?(?:suspendues?|arr[êe]t[ée]es?|interrompues?)`,
);

/** Advice for the case that something is noticed is not advice to every owner; "until it is repaired" and "even if" are. */
const CONDITION =
  /(?<!\b(?:even|meme) )\b(?:if|(?:when|whenever|while)(?! (?:(?:the vehicle|it|they) (?:is|are) )?(?:charging|plugged|off|turned off|not in use|unattended)| (?:it|they) awaits?)|(?:owners|drivers|riders|customers|anyone) who (?:hear|notice|see|smell|feel|find|experience)|in case|in the event|^should (?:the|a|an|your)|si|s['’](?:il|ils|elle)|lorsque?|quand|en cas|pendant que|tandis|alors qu|d[èe]s que)\b/i;
const OF_MEMBERSHIP =
  /\b(?:if|si|when|lorsque)\b[^,.]{0,60}\b(?:affected|included|involved|recall(?:ed)?|not (?:been |yet )*(?:repaired|completed|had|received|remedied|fixed)|unrepaired|own|vis[ée]|touch[ée]|concern[ée]|rappel|pas [ée]t[ée] r[ée]par)/i;
/** Advice that has ended, was never given, or words that are only shown. */
const DENIED =
  /\bnot (?:say|state|mention|tell)\b|\bneed not\b|\bnot require (?:owners|drivers|customers|anyone|you)\b|\bnot include (?:a|an|any) |\b(?:may|might|could) (?:tell|say)\b|\bno longer (?:need|have|has|required|necessary|applies|apply|in effect|be(?:en|ing)? advised)|\b(?:has|have|was|were|is|been) (?:been )?(?:lifted|withdrawn|rescinded|cancel+ed|released|removed)\b|\b(?:does|did|do|is|are|need) not (?:need|have to|required|necessary|being advised|recommend(?:ed)? (?:that )?(?:owners )?(?:to )?(?:stop|park))|\bnot (?:necessary|required) to\b|\bcan safely\b|\b(?:displays?|displayed|shows?|labels?|decals?|stickers?|messages?|reads?|printed)\b[^.]{0,40}["“'][^"”']*(?:drive|park)|n['’](?:est|était) (?:pas|plus) n[ée]cessaire|\b(?:lev[ée]|annul[ée]|retir[ée])e?s?\b(?! (?:du service|de la (?:route|circulation)))|\bn['’](?:a|ont) (?:pas|plus) (?:besoin|à)\b/i;

/** Words that allow driving; owners who may drive may still have to park outside. */
const MAY_DRIVE =
  /\b(?:may|can|could) continue to (?:drive|operate|use|ride)\b|(?<!\bnot )\bcontinue (?:to drive|driving)\b|\bp(?:eut|euvent|ouvez) continuer\b/i;

const TO_TECHNICIANS = /^(?:the )?(?:technicians?|mechanics?|inspectors?|testers?|techniciens?)\b/i;

function isAdvice(sentence: string): boolean {
  if (DENIED.test(sentence) || TO_TECHNICIANS.test(sentence)) return false;
  return !CONDITION.test(sentence) || OF_MEMBERSHIP.test(sentence);
}

/** A sentence with its case removed: a comma may begin the advice behind "until the repair is done". */
function sentencesOf(text: string): string[] {
  return text
    .replace(/\b(U\.S|St|No|Inc|Ltd|Co|Corp|approx)\./g, '$1')
    .split(/(?<=[.!?;])\s+|\n{1,}|\r/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/**
 * The kinds of warnings, each with words of which one must be there. Most sentences have none of them: looking for one
 * takes a tenth of the time of reading the sentence.
 */
const kinds = [
  {
    kind: 'parkIt',
    word: /\b(?:driv|operat|rid[dei]|us(?:e|ing)|run|road|serv|park|behind|unused|grounded|leave|take|travel|condui|roul|circul|utilis|pren|employ|exploit|immobil|cess|suspend|servi|laiss|retir|interdi|repren|volant|route|trajet|d[ée]plac|emprunt|ramen)/i,
    isSaid: (read: string) =>
      !MAY_DRIVE.test(read) && (DO_NOT_DRIVE.test(read) || NE_PAS_CONDUIRE.test(read)),
  },
  {
    kind: 'parkOutside',
    word: /\b(?:park|keep|kept|leav|left|stor|out(?:door|side)|dehors|place[rz]|stay|remain|move|take|stationn|gar[deéa]|laiss|entrepos|conserve|range|remis|abrit|r?entre|sort|demeur|reste|choisi|privil|pr[ée]f)/i,
    isSaid: (read: string) => PARK_OUTSIDE.test(read) || STATIONNER_DEHORS.test(read),
  },
  {
    kind: 'stopSale',
    word: /\b(?:s[ae]l[el]|sold|deliver|leas|ship|releas|rent|loan|quarantin|hold|held|withh|hand|freez|stock|vent|vend|livr|remet|gel|reten)/i,
    isSaid: (read: string) => STOP_SALE.test(read) || NE_PAS_VENDRE.test(read),
  },
] as const;

/** Words about keeping, parking and driving a car; with the words for a while, or for advice against something, they may be advice. */
const OF_USE =
  /\b(?:garages?|carports?|car parks?|(?:in|out)doors?|roads?|roadworthy|park(?:ed|ing)?|driv(?:e|ing|en)|rid(?:e|ing|den)|(?:the|take the) wheel|stationn\w+|gar(?:er|ez|ee?s?)|route|volant|condui(?:re|sez|ts?|te)|roul(?:er|ez)|circul(?:er|ez|ation)|trajets?|deplacer|a l'arret|remorquer|depann\w+|sous-sol|travel(?:led)?|leave (?:the|this|these|your|it|them)\b|laisse[rz]|voie publique|remise[rz]|roofs?|toits?|outside|dehors|(?:must|should) (?:stay|remain)|doi(?:t|vent) (?:rester|demeurer)|deplacements?|ramener)\b/i;
const FOR_A_WHILE =
  /\b(?:until|jusqu|tant qu|d'ici|en attendant|while (?:it|they) (?:waits?|awaits?)|(?:before|avant) (?:the |it |they |your |la |le |l'|d'|les )?(?:\w+ ){0,3}?(?:repair|recall|remed|fix|visit|work|replac|rappel|repar|remplac|echang|inspect))/i;
const AGAINST =
  /\b(?:not|never|no longer|nobody|no one|avoid\w*|stop|rather than|instead|out of|pas|plus|jamais|aucun\w*|evite[rz]|interdit\w*|hors|plutot)\b/i;
const ADVISES =
  /\b(?:should|must|please|advis(?:e|es|ed)|recommend(?:s|ed)?|urge[ds]?|asks?|asked|told|instruct(?:s|ed)|requested|prohibited|discouraged|doi(?:t|vent)|dev(?:ez|riez|rai(?:t|ent))|veuillez|pri(?:e|es|ere)|s'il vous plait|il faut|recommand\w+|conseill\w+|demand\w+)\b|^(?:(?:please|kindly|immediately) )?(?:do not|never|avoid|keep|leave|move|stop|store|take|choose|ne|n'|evitez|laissez|gardez|sortez|cessez|choisissez)\b|[;,:] (?:so )?(?:never|do not|ne|n') ?\w/i;
const OF_A_PART =
  /\b(?:standard|fmvss|regulation|label|manual|requirements?|sensor|radar|norme|etiquette|feux de (?:route|stationnement)|spare|seat(?:s|belts?)?|siege|sunroof|rear axle)\b/i;

const MOST_EVIDENCE = 600;

export function warningsOf(texts: readonly (string | null)[]): WordedWarnings {
  const found = { parkIt: false, parkOutside: false, stopSale: false };
  const evidence = new Set<string>();
  const unread = new Set<string>();
  for (const text of texts) {
    const possible = kinds.filter(({ word }) => text !== null && word.test(text));
    if (text === null || possible.length === 0) continue;
    for (const sentence of sentencesOf(text)) {
      const said = saidIn(sentence, possible);
      for (const { kind } of said) found[kind] = true;
      if (said.length > 0) evidence.add(sentence);
      else if (mayAdvise(sentence)) unread.add(sentence);
    }
  }
  return { ...found, text: joined(evidence), unread: joined(unread) };
}

const joined = (sentences: ReadonlySet<string>) =>
  sentences.size === 0 ? null : [...sentences].join(' ').slice(0, MOST_EVIDENCE);

function mayAdvise(sentence: string): boolean {
  const read = plain(sentence);
  if (!OF_USE.test(read) || OF_A_PART.test(read) || MAY_DRIVE.test(read) || DENIED.test(read)) return false;
  return FOR_A_WHILE.test(read) || (AGAINST.test(read) && ADVISES.test(read) && isAdvice(read));
}

type Kind = (typeof kinds)[number];

function saidIn(sentence: string, kinds: readonly Kind[]): readonly Kind[] {
  const possible = kinds.filter(({ word }) => word.test(sentence));
  if (possible.length === 0) return possible;
  const read = plain(sentence);
  const said = possible.filter(({ isSaid }) => isSaid(read));
  return said.length > 0 && isAdvice(read) ? said : [];
}

/** Changes with the rules, and with how they are read: what others have read in texts is read again. */
export const warningRules = createHash('sha256')
  .update(
    [
      ...[DO_NOT_DRIVE, NE_PAS_CONDUIRE, MAY_DRIVE, PARK_OUTSIDE, STATIONNER_DEHORS],
      ...[STOP_SALE, NE_PAS_VENDRE],
      ...[CONDITION, OF_MEMBERSHIP, DENIED, TO_TECHNICIANS, MOST_EVIDENCE],
      ...kinds.flatMap(({ kind, word, isSaid }) => [kind, word, isSaid]),
      ...[OF_USE, FOR_A_WHILE, AGAINST, ADVISES, OF_A_PART],
      ...[plain, isAdvice, sentencesOf, saidIn, mayAdvise, warningsOf],
    ].join('\n'),
  )
  .digest('hex')
  .slice(0, 16);
