/** Makes compare without case, accents, spaces and hyphens: "MERCEDES BENZ" is "Mercedes-Benz". */
export function makeKey(name: string): string {
  return words(name).join('');
}

/** Whether a name of the data ("Titan") means this model ("TITAN XD"): all its words, from the first on. */
export function namesModel(name: string, model: string): boolean {
  const wanted = words(name);
  const given = words(model);
  return (
    wanted.length > 0 &&
    (wanted.every((word, index) => word === given[index]) || wanted.join('') === given.join(''))
  );
}

/** The longest of the names that means one of the models, or undefined. */
export function bestName(names: readonly string[], models: readonly string[]): string | undefined {
  return names
    .filter((name) => models.some((model) => namesModel(name, model)))
    .sort((a, b) => makeKey(b).length - makeKey(a).length)[0];
}

function words(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}
