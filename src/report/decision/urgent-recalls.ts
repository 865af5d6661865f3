import type { RecallItem, RecallsSection } from '../recalls-section.ts';

type Notice = Pick<RecallItem, 'campaign' | 'sameDefect'>;

/** Those that warn against driving, parking inside or selling the car; one of each defect. */
export function urgentRecalls(recalls: Pick<RecallsSection, 'items'> | null): RecallItem[] {
  const warning = (recalls?.items ?? []).filter(
    ({ parkIt, parkOutside, stopSale }) => parkIt || parkOutside || stopSale,
  );
  const gravest = warning.filter(({ parkIt }) => parkIt);
  const outside = warning.filter(({ parkOutside }) => parkOutside);
  const chosen = gravest.length > 0 ? gravest : outside.length > 0 ? outside : warning;
  const distinct = chosen.filter(
    (item, at) => !chosen.slice(0, at).some((other) => isSameDefect(other, item)),
  );
  // Of one defect the number that can be looked up is named.
  return distinct.map((item) =>
    item.campaign === null
      ? (chosen.find((other) => other.campaign !== null && isSameDefect(other, item)) ?? item)
      : item,
  );
}

export function isSameDefect(one: Notice, other: Notice): boolean {
  const names = ({ sameDefect }: Notice, { campaign }: Notice) =>
    sameDefect.some((same) => same.campaign === campaign);
  return names(one, other) || names(other, one);
}
