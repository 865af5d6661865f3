const STATED = /\bnumbers? for (?:this|these) recalls? (?:is|are)\s+([^.;]{2,80})/gi;
const NUMBER = /^[A-Z]{0,4}-?\d[A-Z0-9-]*$|^[A-Z]\d{2,}[A-Z0-9-]*$/;

/** "16S17" and "16-s17" are one number. */
function plain(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** The maker's own numbers of a US recall, which NHTSA gives only inside the text. */
export function statedNumbers(text: string): Set<string> {
  const numbers = [...text.matchAll(STATED)].flatMap((match) =>
    (match[1] ?? '').split(/,|\band\b|\bor\b|\//i),
  );
  return new Set(
    numbers
      .map((number) => number.trim().toUpperCase())
      .filter((one) => NUMBER.test(one))
      .map(plain),
  );
}

/** Canada's field may hold several. */
export function fieldNumbers(field: string | null): Set<string> {
  const parts = (field ?? '').split(/[,;/&]|\band\b/i).map((part) => plain(part));
  return new Set(parts.filter((part) => /\d/.test(part) && part.length >= 2));
}
