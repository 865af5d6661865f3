import type { z } from 'zod';

interface Sold {
  slug: string;
  response: z.ZodType;
  exampleQuery: Record<string, string | number | boolean>;
}

/**
 * Finds paid answers in the free sample: the sample itself without its note, or those of its members that are whole
 * answers. Only what the schema of the paid answer takes counts.
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

const MOST_ENTRIES = 2;

/**
 * Cuts the long lists of objects in a real answer, for examples: every value is as it was answered. Lists of plain
 * values stay whole, because counts beside them state their length.
 */
export function shorten(value: object): object {
  return JSON.parse(JSON.stringify(value), (_key, member: unknown) =>
    Array.isArray(member) && typeof member[0] === 'object' ? member.slice(0, MOST_ENTRIES) : member,
  );
}

const LONGEST_TEXT = 40;
const MOST_MEMBERS = 7;
const MOST_MEMBERS_INSIDE = 4;

/** Cuts a real answer to its first members, for places where bytes are dear: nothing in it is made up. */
export function excerpt(value: object, depth = 2, mostMembers = MOST_MEMBERS): object {
  const members = Object.entries(value)
    .map(([name, member]) => [name, excerptMember(member, depth)] as const)
    .filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(members.slice(0, mostMembers));
}

function excerptMember(member: unknown, depth: number): unknown {
  if (typeof member === 'string') {
    return member.length > LONGEST_TEXT ? `${member.slice(0, LONGEST_TEXT - 1).trimEnd()}…` : member;
  }
  if (Array.isArray(member)) {
    const first = excerptMember(member[0], depth);
    return first === undefined ? undefined : [first];
  }
  if (typeof member !== 'object' || member === null) return member;
  return depth > 1 ? excerpt(member, depth - 1, MOST_MEMBERS_INSIDE) : undefined;
}
