/** Says what is wrong with a text as a full VIN, blanks around it and lower case forgiven. */
export function vinProblem(input: string): 'length' | 'characters' | undefined {
  const text = input.trim();
  if (text.length !== 17) return 'length';
  // @NOTE Looked at before it is upper-cased: "ſ" would become an S, and "ß" two.
  return /^[A-HJ-NPR-Z0-9]{17}$/i.test(text) ? undefined : 'characters';
}
