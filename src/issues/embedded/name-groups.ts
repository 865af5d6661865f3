import { LEAST_REPORTED } from './choose-title.ts';
import { kinOf } from './kin.ts';
import { type GroupName, nameGroup, shareReporting } from './name-group.ts';
import type { NamedMember, NamingContext } from './rank-modes.ts';

/**
 * A title for each group, and no title of several failures beside one of them alone: such a group is named after what else
 * it reports, or belongs to the other.
 */
export function nameGroups(
  groups: readonly (readonly NamedMember[])[],
  context: NamingContext,
): (GroupName | undefined)[] {
  const names = groups.map((members) => nameGroup(members, context));
  const alone = new Set(names.flatMap((name) => (name?.modes.length === 1 ? name.modes : [])));
  const others = {
    ...context,
    titles: context.titles.map((title, at) => (alone.has(at) ? undefined : title)),
  };
  return names.map((name, at) => {
    const members = groups[at];
    if (members === undefined || name?.says.some((mode) => alone.has(mode)) !== true) return name;
    const other = nameGroup(members, others, false);
    const isPlain = other?.modes.some((mode) => shareReporting(members, kinOf(mode)) >= LEAST_REPORTED);
    return isPlain ? other : nameGroup(members, context, false);
  });
}
