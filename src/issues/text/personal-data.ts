/** What may show who wrote a complaint is taken out before any text leaves the service for a model. */
const PERSONAL: readonly RegExp[] = [
  /\b[A-HJ-NPR-Z0-9]{11,17}\b(?=[^a-z]|$)(?<=\d[A-HJ-NPR-Z0-9]*)/g,
  /[\w.+-]+@[\w-]+\.[\w.]+/g,
  /(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b/g,
  /\b\d{3}-\d{2}-\d{4}\b/g,
  /\b\d{1,6} (?:[A-Z][\w']* ){1,4}(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|hwy|way|ct|court)\b\.?/gi,
  /\b(?:mr|mrs|ms|dr)\.? [A-Z][\w']+(?: [A-Z][\w']+)?/gi,
];

export function withoutPersonalData(text: string): string {
  let plain = text;
  for (const pattern of PERSONAL) plain = plain.replace(pattern, '…');
  return plain;
}
