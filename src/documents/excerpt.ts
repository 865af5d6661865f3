const LONGEST_TEXT = 40;
const MOST_MEMBERS = 7;
const MOST_MEMBERS_INSIDE = 4;

/** A real answer cut to its first members, for places where bytes are dear: nothing in it is made up. */
export function excerpt(value: object, depth = 2, mostMembers = MOST_MEMBERS): object {
  const members = Object.entries(value)
    .map(([name, member]) => [name, excerptMember(member, depth)] as const)
    .filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(members.slice(0, mostMembers));
}

/** `undefined` is left out. */
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
