import { withoutNames } from './personal-names.ts';
import { PERSONAL_NUMBERS } from './personal-numbers.ts';

/** What may show who wrote a complaint is taken out before any text leaves the service for a model. */
export function withoutPersonalData(text: string): string {
  const plain = PERSONAL_NUMBERS.reduce((left, pattern) => left.replace(pattern, '…'), text);
  return withoutNames(plain);
}
