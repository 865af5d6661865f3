import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

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

/** Takes out accents, typographic quotes and "n't", so that a word has its bounds in both languages. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\b(can|could|do|does|did|is|are|must|should|was|were)n?'t\b/gi, '$1 not');
}

/** Sources that warn, by the kind of their warning; the file says how it is written. */
function readPatterns(): (kind: string) => RegExp {
  const file = new URL('../../data/lexicon/recall-warnings.txt', import.meta.url);
  const words = new Map<string, string>();
  const patterns = new Map<string, string[]>();
  let kind = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const written = line.replace(/\{([A-Z]+)\}/g, (_, name: string) => words.get(name) ?? name);
    const [, name, named = ''] = /^([A-Z]+) = (.*)$/.exec(written) ?? [];
    const heading = /^\[([a-z ]+)\]$/.exec(line)?.[1];
    if (name !== undefined) words.set(name, named);
    else if (heading === undefined)
      patterns.set(kind, [...(patterns.get(kind) ?? []), `(?:${plain(written)})`]);
    else kind = heading;
  }
  return (wanted) => {
    const found = patterns.get(wanted);
    if (found === undefined) throw new Error(`${file.pathname} has no patterns of "${wanted}".`);
    return new RegExp(found.join('|'), 'i');
  };
}

const patternOf = readPatterns();
const DO_NOT_DRIVE = patternOf('do not drive');
const PARK_OUTSIDE = patternOf('park outside');
const STOP_SALE = patternOf('stop sale');

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
    isSaid: (read: string) => !MAY_DRIVE.test(read) && DO_NOT_DRIVE.test(read),
  },
  {
    kind: 'parkOutside',
    word: /\b(?:park|keep|kept|leav|left|stor|out(?:door|side)|dehors|place[rz]|stay|remain|move|take|stationn|gar[deéa]|laiss|entrepos|conserve|range|remis|abrit|r?entre|sort|demeur|reste|choisi|privil|pr[ée]f)/i,
    isSaid: (read: string) => PARK_OUTSIDE.test(read),
  },
  {
    kind: 'stopSale',
    word: /\b(?:s[ae]l[el]|sold|deliver|leas|ship|releas|rent|loan|quarantin|hold|held|withh|hand|freez|stock|vent|vend|livr|remet|gel|reten)/i,
    isSaid: (read: string) => STOP_SALE.test(read),
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
      ...[DO_NOT_DRIVE, MAY_DRIVE, PARK_OUTSIDE, STOP_SALE],
      ...[CONDITION, OF_MEMBERSHIP, DENIED, TO_TECHNICIANS, MOST_EVIDENCE],
      ...kinds.flatMap(({ kind, word, isSaid }) => [kind, word, isSaid]),
      ...[OF_USE, FOR_A_WHILE, AGAINST, ADVISES, OF_A_PART],
      ...[plain, isAdvice, sentencesOf, saidIn, mayAdvise, warningsOf],
    ].join('\n'),
  )
  .digest('hex')
  .slice(0, 16);
