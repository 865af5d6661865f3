/**
 * Writes a number as programs do, whichever way people have: "$18,500", "18 500,50 $", "18.500,50". What may mean either
 * of two stays as it is.
 * @param {string} name of the parameter
 * @param {string} text
 */
export function plainNumber(name, text) {
  const bare = text.replace(/[\s$]/g, '');
  if (name === 'local_rate') return bare.replace('%', '').replace(',', '.');
  const [, whole = bare, point = '', cents] = /^(.*)([.,])(\d{1,2})$/.exec(bare) ?? [];
  const [, comma = point] = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.exec(whole) ?? [];
  const dollars = comma === point ? whole : whole.replaceAll(comma, '');
  return cents === undefined ? dollars : `${dollars}.${cents}`;
}
