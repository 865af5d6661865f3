import type { Facts, Statement } from './statement.ts';

/** Everything below is about the car that the VIN names: if the VIN is misread, it is about another car. */
export function decodeStatements({ decode }: Facts): Statement[] {
  if (decode.checkDigitValid) return [];
  const suggestion = decode.suggestedVin === null ? '' : ` The decoder suggests ${decode.suggestedVin}.`;
  return [
    {
      kind: 'vin_doubtful',
      level: 'urgent',
      statement: `The check digit of this VIN is wrong: compare it with the car and its papers before relying on anything here.${suggestion}`,
      section: 'decode',
      item: 'checkDigitValid',
      pointer: '/decode/checkDigitValid',
    },
  ];
}
