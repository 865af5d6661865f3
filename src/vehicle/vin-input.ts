/** What is wrong with a text as a full VIN, blanks around it and lower case forgiven. */
export function vinProblem(input: string): 'length' | 'characters' | undefined {
  const vin = input.trim().toUpperCase();
  if (vin.length !== 17) return 'length';
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? undefined : 'characters';
}
