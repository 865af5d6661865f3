import type { z } from 'zod';

interface Sold {
  slug: string;
  response: z.ZodType;
  exampleQuery: Record<string, string | number | boolean>;
}

/**
 * Paid answers as the free sample shows them: the sample itself without its note, or those of its members that are
 * whole answers. Only what the schema of the paid answer takes counts.
 */
export function paidAnswersIn(
  sampleBody: object,
  { slug, response, exampleQuery }: Sold,
): Record<string, object> {
  const { sample: _sample, note: _note, ...body } = sampleBody as Record<string, unknown>;
  const whole = { ...('vin' in exampleQuery && { vin: exampleQuery.vin }), ...body };
  const candidates = [[slug, whole] as const, ...Object.entries(body)];
  return Object.fromEntries(
    candidates.flatMap(([key, candidate]) =>
      typeof candidate === 'object' && candidate !== null && response.safeParse(candidate).success
        ? [[key, candidate] as const]
        : [],
    ),
  );
}
