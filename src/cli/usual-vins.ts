/** Of a model's complaints so many have a VIN of one of the kinds that are taken. */
const COVERED = 0.9;
const MOST_KINDS = 6;
/** The part of a VIN that complaints state, and its end, which no decoder reads. */
const STATED = 11;
const SERIAL = '000001';
const CHECK_DIGIT = 8;

/**
 * A VIN for each kind of car behind the complaints of one model and year, the frequent kinds first: engine, body and trim
 * decide under which key an answer is kept. Their serial numbers are made up.
 */
export function usualVins(stated: readonly (string | null | undefined)[]): string[] {
  const counts = new Map<string, { vin: string; count: number }>();
  let total = 0;
  for (const text of stated) {
    const vin = (text ?? '').trim().toUpperCase();
    if (!/^[A-HJ-NPR-Z0-9]{11}$/.test(vin)) continue;
    const kind = `${vin.slice(0, CHECK_DIGIT)}${vin.slice(CHECK_DIGIT + 1, STATED)}`;
    const known = counts.get(kind) ?? { vin: `${vin.slice(0, STATED)}${SERIAL}`, count: 0 };
    known.count += 1;
    total += 1;
    counts.set(kind, known);
  }
  const vins: string[] = [];
  let covered = 0;
  for (const { vin, count } of [...counts.values()].sort((a, b) => b.count - a.count)) {
    if (covered >= total * COVERED || vins.length === MOST_KINDS) break;
    vins.push(vin);
    covered += count;
  }
  return vins;
}
