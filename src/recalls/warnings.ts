const ADVISED = String.raw`\b(?:advised|urged|warned|instructed|told|asked|recommended)\b[^.]{0,40}`;
const DO_NOT_DRIVE = new RegExp(
  String.raw`${ADVISED}\bnot (?:to )?driv|\bowners (?:should|must) not drive\b|\bdo[ -]not[ -]drive\W{0,2} (?:advisory|warning|notice|order)`,
  'i',
);
const PARK_OUTSIDE = new RegExp(
  String.raw`${ADVISED}\bpark(?:ing)?\b[^.]{0,40}\b(?:outside|outdoors|away from (?:structures|buildings))\b|\bowners (?:should|must) park\b[^.]{0,40}\b(?:outside|outdoors)\b|\bpark[ -]outside\W{0,2} (?:advisory|warning|notice|order)`,
  'i',
);
/** Advice for the case that something is noticed is not advice to every owner. */
const CONDITIONAL = /\b(?:if|when|unless|in case)\b/i;

/** The warnings that a notice gives to all owners in its own words, for the notices that come without flags. */
export function warningsOf(texts: readonly (string | null)[]): { parkIt: boolean; parkOutside: boolean } {
  const sentences = texts.flatMap((text) => (text ?? '').split(/(?<=[.!?])\s+/));
  const says = (pattern: RegExp) =>
    sentences.some((sentence) => pattern.test(sentence) && !CONDITIONAL.test(sentence));
  return { parkIt: says(DO_NOT_DRIVE), parkOutside: says(PARK_OUTSIDE) };
}
