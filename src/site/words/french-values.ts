/** Writes a number, an amount, a day or a car as French Canada does: "1 234,50 $", "4 juillet 2026", "Hyundai Elantra 2013". */
export function frenchValue(value: string): string {
  const [, carYear, car] = /^(\d{4}) (\p{L}.*)$/u.exec(value) ?? [];
  if (car !== undefined) return `${car} ${carYear}`;
  const [, month, day = '', year] = /^([A-Z][a-z]+)(?: (\d{1,2},))? (\d{4})$/.exec(value) ?? [];
  if (month !== undefined)
    return `${day.replace(/^1,/, '1er ').replace(',', ' ')}${inFull.format(new Date(2001, MONTHS.indexOf(month.slice(0, 3)) / 3))} ${year}`;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return value;
  const number = value.replace(/[$%]/g, '').replaceAll(',', NARROW).replace('.', ',');
  return `${number}${value.startsWith('$') ? `${NARROW}$` : ''}${value.endsWith('%') ? `${NARROW}%` : ''}`;
}

/** Keeps what belongs together on one line. */
const NARROW = '\u00a0';

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const inFull = new Intl.DateTimeFormat('fr-CA', { month: 'long' });
