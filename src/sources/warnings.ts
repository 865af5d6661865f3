import { createHash } from 'node:crypto';

/** The warnings that a notice gives to owners or dealers in its own words, English or French. */
export interface WordedWarnings {
  parkIt: boolean;
  parkOutside: boolean;
  stopSale: boolean;
  /** The sentences that say so, as published. */
  text: string | null;
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
  String.raw`\b(?:taken|removed|kept) (?:out of|from|off) (?:service|use|the road)\b`,
  String.raw`\b(?:stop|cease|suspend|discontinue|halt)(?:ing)? (?:all |any )?(?:operation|use|operating|using|driving)\b(?: of)? ${VEHICLE}`,
  String.raw`\b(?:do|should|must|shall|to|please|are|is) not (?:to )?(?:\w+ (?:or|and) )?${RUN} ${VEHICLE}`,
  String.raw`\bnot (?:to )?(?:be )?(?:driving|drive|ride)(?: or \w+)? ${VEHICLE}`,
  String.raw`\bnot to ${RUN} ${VEHICLE}`,
  String.raw`\bno longer (?:to )?(?:drive|ride|operate) ${VEHICLE}`,
  String.raw`(?<!\b(?:could|can|may|might|cannot) )\bnot (?:to )?be (?:driven|operated|ridden)(?=\s*(?:[.,;]|$|until|before))`,
  String.raw`\bnot to (?:drive|ride)\b(?! over| with| faster| through| at\b| on)`,
  String.raw`\b(?:should|must|shall|are|is|may|can) not (?:to )?be (?:driven|operated|ridden|used|put on the road)\b(?! (?:to|as|for|by|with|in|faster|above|over|at) )`,
  String.raw`\b(?:stop|stopping|cease|discontinue|refrain from|avoid|against|suspend|quit|halt)\s+(?:(?:the )?(?:driving|operating|operation of|riding|using|use of|all use of|use|drive)) ${VEHICLE}`,
  String.raw`(?<!\b(?:may|might|could|can|will|unable to) )\b(?:stop|cease|discontinue|refrain from|avoid)\s+(?:driving|riding)\b(?=\s*(?:[.,;:]|until|immediately|right away|now|at once|as soon|and|or|$))`,
  String.raw`\bnot (?:to )?${RUN} (?:until|before)\b|\bnot (?:to )?(?:drive|ride)\s*(?:[.,;:]|$|until|unless)`,
  String.raw`\bdo[ -]not[ -](?:drive|ride)["'’”\s-]{0,3}(?:advisory|warning|notice|order|instruction|recall)`,
  String.raw`\bstop[ -](?:drive|driving|ride)["'’”\s-]{0,3}(?:advisory|warning|notice|order|instruction)`,
  String.raw`\b(?:park|leave) (?:${VEHICLE} )?(?:parked )?and (?:do )?not (?:to )?(?:drive|use|operate)`,
  String.raw`\b(?:unsafe|not safe) to (?:drive|be driven)\b[^.]*\b(?:until|owners|tow)|\b(?:unsafe|not safe) to ${RUN} ${VEHICLE}`,
  String.raw`\b(?:rather than|instead of) driv(?:e|ing) ${VEHICLE}|\bnot (?:to )?get behind the wheel`,
  String.raw`\b(?:leave|keep) ${VEHICLE} parked\b(?! (?:in|out|away|at|on))`,
  String.raw`\b(?:driving|operating|riding|(?:use|operation) of) ${VEHICLE} is (?:not (?:advised|recommended|safe|allowed|permitted)|unsafe|discouraged|prohibited|forbidden)`,
  String.raw`\b(?:under no circumstances|never) (?:should|must|may)?[^.]{0,40}\bbe (?:driven|operated|ridden)(?! (?:over|with|faster|at|in|through)\b)`,
  String.raw`\b(?:must|should|shall|to) (?:remain|stay) parked\b(?! (?:in|out|away|at|on))`,
);
const PARK = '(?:park|parks|parking|be parked|keep|keeping|be kept|leave|be left|store|storing|be stored)';
const OUT = String.raw`(?:outside|outdoors?|out of (?:doors|(?:(?:the|any|their|your|a) )?(?:garages?|carports?|buildings?|structures?))|in (?:the open|an open (?:area|space|lot))|(?:well |far )?away from|a (?:safe|good) distance (?:away )?from)\b`;
const IN = String.raw`(?:inside|indoors|in(?:side)? (?:a |an |any |their |your |the |enclosed |closed |covered |attached |underground )*(?:garages?|carports?|buildings?|structures?|spaces?|areas?|sheds?|barns?|parking (?:garages?|structures?|lots?))|near (?:\w+ ){0,3}(?:structures?|buildings?|homes?|houses?)|within [\d.]+ (?:m|met(?:er|re)s?|feet|ft) of|next to)`;
const ADVISED = String.raw`\b(?:advis|recommend|urg|suggest|ask|instruct|warn|tell|told|request|encourag|direct)\w*`;
const PARK_OUTSIDE = any(
  String.raw`${ADVISED}\b[^.]{0,60}\b(?:${PARK}|parked|kept|stored)\b[^.]{0,60}?\b${OUT}`,
  String.raw`(?:^|\b(?:should|must|shall|to|please|and|advises?|advised|recommends?|recommended|urges?|urged|suggests?|are|is|be|also|only|always|continue|until repaired|vehicles|,|:)\s+)${PARK}\b[^.]{0,60}?\b${OUT}`,
  String.raw`\b(?:not|never|avoid|against|refrain from|stop) (?:to )?(?:be )?(?:park|parked|parking|stored?|storing|kept|keep|keeping|leave|leaving|left)\b[^.]{0,40}?\b${IN}`,
  String.raw`\b(?:should|must|shall|to) (?:stay|remain) (?:parked )?(?:outside|outdoors)\b(?! (?:the|of|any)\b)`,
  String.raw`\bpark(?:ing)?[ -]outside["'’”\s-]{0,3}(?:advisory|warning|notice|order|instruction|recommendation)`,
  String.raw`\b(?:outdoor parking|parking (?:outside|outdoors))[^.]{0,40}\b(?:is|are) (?:advised|recommended|urged)|${ADVISED} outdoor parking`,
  String.raw`\bparking ${IN}[^.]{0,30}? is (?:not (?:advised|recommended|safe)|discouraged)`,
);
const STOP_SALE = any(
  String.raw`\bstop[ -](?:sales?|deliver(?:y|ies)|shipment|ship)\b`,
  String.raw`\b(?:do|should|must|shall|to|may|are|is|please|never) ?(?:not )?(?:to )?(?:be )?(?:\w+ (?:or|and|nor) )?(?<=\bnot (?:to )?(?:be )?(?:\w+ (?:or|and|nor) )?)(?:sell|sold|deliver|delivered|lease|release)\b[^.]{0,60}\b(?:until|before|unrepaired|recall|vehicles?|cars?|vans?|trucks?|motorcycles?|units?|them|it)\b`,
  String.raw`\b(?:stop|cease|suspend|halt|hold|pause)(?:s|ped|d|ed|ing)? (?:the |all |its )?(?:sales?|selling|deliver(?:y|ies|ing))\b`,
  String.raw`\bsales? (?:of [^.]{0,40})?(?:has|have|had|was|were|is|are) (?:been )?(?:suspended|stopped|halted|paused|put on hold)\b`,
  String.raw`\b(?:prohibited|barred|banned|forbidden) from (?:selling|delivering|leasing)\b|\b(?:delivery|sales) hold\b`,
  String.raw`\bno (?:affected |new |unrepaired )*(?:vehicles?|units?) (?:may|can|should|shall|must) be (?:sold|delivered|released)\b`,
  String.raw`\bquarantin(?:e|ed|ing) (?:all |any |the |their )*(?:stock|inventory|${VEHICLE})`,
  String.raw`\bhold (?:all |any |the )*(?:unsold|undelivered|new|unrepaired) ${VEHICLE}`,
);

const VEHICULE = String.raw`(?:(?:le|la|les|ce|cet|cette|ces|leur|leurs|votre|vos|tout|tous|son|l['’])\s*){0,2}(?:v[ée]hicules?|voitures?|camions?|camionnettes?|fourgonnettes?|motos?|motocyclettes?|autos?|automobiles?|autobus|roulottes?|autocaravanes?|scooters?)\b`;
const NE_PAS_CONDUIRE = any(
  String.raw`\bne (?:faut|faudrait|convient) (?:pas|plus) (?:conduire|rouler|circuler|utiliser ${VEHICULE})`,
  String.raw`\b${VEHICULE}[^.]{0,40} ne (?:doivent|doit|devraient|devrait|peuvent) (?:pas|plus) (?:être|etre) utilis[ée]e?s?`,
  String.raw`\bne (?:le|la|les) (?:conduisez|roulez|utilisez) (?:pas|plus)\b|\bne pas (?:le|la|les) (?:conduire|utiliser)\b`,
  String.raw`\bne (?:pas|plus|jamais|point) (?:conduire|rouler|circuler|prendre la route|prendre le volant)(?! (?:sur|avec|à plus|plus|trop)\b)`,
  String.raw`\bne (?:conduisez|roulez|circulez) (?:pas|plus)(?! (?:sur|avec|à plus|trop)\b)`,
  String.raw`\bn(?:e |['’])(?:pas |plus )?(?:utiliser|utilisez|employer|exploiter)(?: pas| plus)? ${VEHICULE}`,
  String.raw`\bne (?:doivent|doit|devez|devriez|devraient|devrait|peuvent) (?:pas|plus) (?:conduire|rouler|circuler|(?:utiliser ${VEHICULE})|(?:être|etre) (?:conduits?|conduites?))`,
  String.raw`\b(?:cesser|cessez|arr[êe]ter|arr[êe]tez|[ée]viter|[ée]vitez|s['’]abstenir|abstenez-vous|cessent|arr[êe]tent) (?:imm[ée]diatement )?(?:de |d['’])(?:conduire|rouler|circuler|(?:utiliser|se servir d[ue]) ${VEHICULE})`,
  String.raw`\b(?:avis|avertissement|consigne)[^.]{0,20}ne pas conduire`,
  String.raw`\bd[ée]conseill\w+ [^.]{0,30}?(?:de |d['’])(?:conduire|rouler|circuler|prendre la route|utiliser ${VEHICLE})`,
  String.raw`\bne prenez (?:pas|plus) (?:la route|le volant)|\bimmobilisez ${VEHICULE} (?:jusqu|tant)`,
  String.raw`\b(?:interdit|d[ée]fendu) de (?:conduire|rouler|circuler)(?! (?:sur|avec|à plus)\b)|\bconduite de ${VEHICULE} est (?:interdite|d[ée]conseill[ée]e)`,
  String.raw`\bcess(?:er|ez) (?:toute |l['’])?(?:utilisation|usage) (?:du|de|des) ${VEHICULE}`,
);
const GARER = `(?:stationner|stationnez|garer|garez|laisser|laissez|stationnent|garent|entreposer|entreposez|(?:être|etre|soient|soit) (?:stationn[ée]e?s?|gar[ée]e?s?|laiss[ée]e?s?|entrepos[ée]e?s?))`;
const STATIONNER_DEHORS = any(
  String.raw`\b(?:[ée]viter|[ée]vitez|[ée]vitent|s'abstenir|abstenez-vous|cesser|cessez|d[ée]conseill\w+[^.]{0,30}?) (?:de |d')(?:les? |la )?${GARER}\b[^.]{0,50}?(?:à l['’]int[ée]rieur|dans |pr[èe]s d)`,
  String.raw`\b${GARER}\b[^.]{0,60}?(?:à l['’]ext[ée]rieur|dehors|en plein air|à ciel ouvert|loin d|à l['’][ée]cart d|à (?:bonne )?distance d)`,
  String.raw`\bn(?:e |')(?:doivent |doit |devez |devriez |devraient |devrait )?(?:pas|jamais|plus)? ?${GARER}(?: pas| jamais| plus)?\b[^.]{0,50}?(?:à l['’]int[ée]rieur|dans (?:un|une|le|la|leur|votre|des|les) (?:garage|stationnement|b[âa]timent|structure|abri)|pr[èe]s d)`,
  String.raw`\b(?:garder|gardez|conserver|conservez) ${VEHICULE}[^.]{0,20}(?:à l['’]ext[ée]rieur|dehors)`,
  String.raw`\bstationnement (?:à l['’]ext[ée]rieur|ext[ée]rieur) (?:est )?(?:recommand[ée]|conseill[ée])`,
);
const NE_PAS_VENDRE = any(
  String.raw`\b(?:arr[êe]t|suspension|interruption|interdiction) (?:des |de la |de |imm[ée]diat de la )?(?:ventes?|livraisons?)`,
  String.raw`\b(?:cesser|cessez|arr[êe]ter|suspendre|suspendu|suspend|interrompre|interrompu) (?:imm[ée]diatement )?(?:de vendre|de livrer|la vente|les ventes|la livraison|les livraisons)`,
  String.raw`\bne (?:pas|plus|doivent pas|doivent plus|peuvent pas|peuvent plus) (?:vendre|livrer)`,
  String.raw`\bne (?:doivent|peuvent) (?:vendre|livrer)\b|\binterdit\w* [^.]{0,30}\bde (?:vendre|livrer)\b`,
  String.raw`\b(?:ventes?|livraisons?) (?:d\S+ [^.]{0,40})?(?:a|ont|est|sont) (?:[ée]t[ée] )?(?:suspendues?|arr[êe]t[ée]es?|interrompues?)`,
);

/** Advice for the case that something is noticed is not advice to every owner; "until it is repaired" and "even if" are. */
const CONDITION =
  /(?<!\b(?:even|meme) )\b(?:if|(?:when|whenever|while)(?! (?:(?:the vehicle|it|they) (?:is|are) )?(?:charging|plugged|off|turned off|not in use|unattended))|(?:owners|drivers|riders|customers|anyone) who (?:hear|notice|see|smell|feel|find|experience)|in case|in the event|^should (?:the|a|an|your)|si|s['’](?:il|ils|elle)|lorsque?|quand|en cas|pendant que|tandis|alors qu|d[èe]s que)\b/i;
const OF_MEMBERSHIP =
  /\b(?:if|si|when|lorsque)\b[^,.]{0,60}\b(?:affected|included|involved|recall(?:ed)?|not (?:been |yet )*(?:repaired|completed|had|received|remedied|fixed)|unrepaired|own|vis[ée]|touch[ée]|concern[ée]|rappel|pas [ée]t[ée] r[ée]par)/i;
/** Advice that has ended, was never given, or words that are only shown. */
const DENIED =
  /\bnot (?:say|state|mention|tell)\b|\bnot require (?:owners|drivers|customers|anyone|you)\b|\bnot include (?:a|an|any) |\b(?:may|might|could) (?:tell|say)\b|\bno longer (?:need|have|has|required|necessary|applies|apply|in effect|be(?:en|ing)? advised)|\b(?:has|have|was|were|is|been) (?:been )?(?:lifted|withdrawn|rescinded|cancel+ed|released|removed)\b|\b(?:does|did|do|is|are|need) not (?:need|have to|required|necessary|being advised|recommend(?:ed)? (?:that )?(?:owners )?(?:to )?(?:stop|park))|\bnot (?:necessary|required) to\b|\bcan safely\b|\b(?:displays?|displayed|shows?|labels?|decals?|stickers?|messages?|reads?|printed)\b[^.]{0,40}["“'][^"”']*(?:drive|park)|n['’](?:est|était) (?:pas|plus) n[ée]cessaire|\b(?:lev[ée]|annul[ée]|retir[ée])e?s?\b|\bn['’](?:a|ont) (?:pas|plus) (?:besoin|à)\b/i;

/** Words that allow driving; owners who may drive may still have to park outside. */
const MAY_DRIVE =
  /\b(?:may|can|could) continue to (?:drive|operate|use|ride)\b|\bcontinue (?:to drive|driving)\b|\bpeu(?:t|vent|vez) continuer\b/i;

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
    word: /\b(?:driv|operat|rid[dei]|us(?:e|ing)|run|road|serv|park|get behind|condui|roul|circul|utilis|pren|employ|exploit|immobilis|cess)/i,
    isSaid: (read: string) =>
      !MAY_DRIVE.test(read) && (DO_NOT_DRIVE.test(read) || NE_PAS_CONDUIRE.test(read)),
  },
  {
    kind: 'parkOutside',
    word: /\b(?:park|keep|kept|leav|left|stor|outdoor|stay|remain|stationn|gar[deé]|laiss|entrepos|conserve)/i,
    isSaid: (read: string) => PARK_OUTSIDE.test(read) || STATIONNER_DEHORS.test(read),
  },
  {
    kind: 'stopSale',
    word: /\b(?:s[ae]l[el]|sold|deliver|leas|ship|releas|quarantin|hold|vent|vend|livr)/i,
    isSaid: (read: string) => STOP_SALE.test(read) || NE_PAS_VENDRE.test(read),
  },
] as const;

const MOST_EVIDENCE = 600;

export function warningsOf(texts: readonly (string | null)[]): WordedWarnings {
  const found = { parkIt: false, parkOutside: false, stopSale: false };
  const evidence = new Set<string>();
  for (const text of texts) {
    const possible = kinds.filter(({ word }) => text !== null && word.test(text));
    if (text === null || possible.length === 0) continue;
    for (const sentence of sentencesOf(text)) {
      const said = saidIn(sentence, possible);
      for (const { kind } of said) found[kind] = true;
      if (said.length > 0) evidence.add(sentence);
    }
  }
  const text = [...evidence].join(' ');
  return { ...found, text: text === '' ? null : text.slice(0, MOST_EVIDENCE) };
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
      ...[plain, isAdvice, sentencesOf, saidIn, warningsOf],
    ].join('\n'),
  )
  .digest('hex')
  .slice(0, 16);
