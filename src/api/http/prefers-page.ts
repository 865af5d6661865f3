/** True for browsers, which ask for pages first; programs ask for JSON or for anything. */
export function prefersPage(accept: string | undefined): boolean {
  if (!accept?.includes('text/html')) return false;
  const weights = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [type.toLowerCase(), weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return (weights.get('text/html') ?? 0) > (weights.get('application/json') ?? 0);
}
