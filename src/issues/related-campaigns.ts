import { commonestFirst, countEach } from '../lib/count.ts';
import { onDemand, rememberNewest } from '../lib/on-demand.ts';
import type { UsRecall } from '../recalls/recall-schemas.ts';
import { tagOfComponent } from './lexicon/lexicon.ts';
import { modesRead } from './lexicon/recognise.ts';
import type { PreparedComplaint } from './read/prepare.ts';
import type { KnownIssue } from './schemas.ts';
import { isMeaningful } from './text/terms.ts';
import { sentencesOfStems, stem, wordLists } from './text/words.ts';

/** The parts of a recall that are compared with an issue. */
export type CampaignTexts = Pick<UsRecall, 'campaign' | 'component' | 'summary'>;

type RelatedRecall = NonNullable<KnownIssue['relatedRecalls']>[number];

/** Beside the component's own name two words, and one of them a part: "instrument" and "cluster", not "air" and "bag". */
const LEAST_SHARED = 2;
const MOST_BY_WORDING = 5;
const CAMPAIGNS_REMEMBERED = 500;

type Campaigns = readonly CampaignTexts[] | null;

/** Adds to each issue the campaigns that describe the same failure; those quoted stay first, marked where they are not this model's. */
export function relateCampaigns(issues: readonly KnownIssue[], campaigns: Campaigns): KnownIssue[] {
  const read = campaigns?.map(readCampaign) ?? [];
  const filed = campaigns && new Set(campaigns.map(({ campaign }) => campaign));
  return issues.map((issue) => {
    const quoted = (issue.relatedRecalls ?? []).map((one) => {
      return filed?.has(one.campaign) === false ? { ...one, basis: 'unlisted' as const } : one;
    });
    const known = new Set(quoted.map(({ campaign }) => campaign));
    // Few issues have a campaign for their component, and only then it is worth reading the title.
    const title = onDemand(() => distinctiveWords(issue.title));
    const failures = onDemand(() => modesRead(issue.title));
    const worded = read
      .flatMap((one) => (known.has(one.campaign) ? [] : (related(one, issue, title, failures) ?? [])))
      .sort((a, b) => (b.evidence?.words.length ?? 0) - (a.evidence?.words.length ?? 0))
      .slice(0, MOST_BY_WORDING);
    return quoted.length + worded.length === 0 ? issue : { ...issue, relatedRecalls: [...quoted, ...worded] };
  });
}

interface ReadCampaign {
  campaign: string;
  component: string | undefined;
  stems: ReadonlySet<string>;
  failures: ReadonlySet<number>;
}

const remember = rememberNewest<ReadCampaign>(CAMPAIGNS_REMEMBERED);

function readCampaign({ campaign, component, summary }: CampaignTexts): ReadCampaign {
  return remember(`${campaign}|${summary.length}`, () => ({
    campaign,
    component: tagOfComponent(component),
    stems: new Set(distinctiveWords(`${component.replaceAll(':', ' ')}. ${summary}`)),
    failures: modesRead(summary),
  }));
}

function related(
  recall: ReadCampaign,
  { title, componentTags }: KnownIssue,
  titleStems: () => readonly string[],
  failures: () => ReadonlySet<number>,
): RelatedRecall | undefined {
  const { campaign, component } = recall;
  if (component === undefined || !componentTags.includes(component)) return undefined;
  const shared = titleStems().filter((word) => recall.stems.has(word));
  const sameFailure = [...recall.failures].some((mode) => failures().has(mode));
  const general = new Set([...distinctiveWords(component), 'fail']);
  const particular = shared.filter((word) => !general.has(word));
  const sharePart = particular.length >= LEAST_SHARED && particular.some(isPart);
  if (shared.length === 0 || !(sameFailure || sharePart)) return undefined;
  return {
    campaign,
    basis: 'wording',
    complaints: 0,
    evidence: { component, words: asSpelled(shared, title) },
  };
}

function distinctiveWords(text: string): string[] {
  return [...new Set(sentencesOfStems(text).flat().filter(isMeaningful))];
}

function isPart(word: string): boolean {
  return !wordLists().notParts.some((other) => stem(other) === word);
}

function asSpelled(stems: readonly string[], title: string): string[] {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stems.map((word) => words.find((spelled) => stem(spelled) === word) ?? word);
}

/** "18V-524", "18V524000", "18-V-524"; E are parts, T tires, C child seats. Apart by a blank it may be volts. */
const CAMPAIGN =
  /(?<![\w.])(\d{2})[-–. ]?([VETC])([-–.]?|\s)(\d{3})(?:[- ]?000)?(?![\w.]*\d)(?! ?-?(?:w|watts?|a|amps?|ah|cca|hz|hp|volts?)\b)\b/gi;
const SPEAKS_OF_RECALLS = /\b(?:recalls?|campaigns?|nhtsa)\b/i;
/** One complaint may mistype a number or make it up. */
const LEAST_QUOTING = 2;

/** Campaigns that several of the cited complaints quote by number. */
export function quotedRecalls(cited: readonly PreparedComplaint[]): KnownIssue['relatedRecalls'] {
  const quoted = cited.flatMap(({ complaint }) => [...new Set(campaignsIn(complaint.summary))]);
  const found = commonestFirst(countEach(quoted))
    .filter(([, count]) => count >= LEAST_QUOTING)
    .map(([campaign, count]) => ({ campaign, basis: 'quoted' as const, complaints: count }));
  return found.length === 0 ? undefined : found;
}

function campaignsIn(text: string): string[] {
  return [...text.matchAll(CAMPAIGN)].flatMap(([, year, kind = '', apart, number]) =>
    apart === ' ' && !SPEAKS_OF_RECALLS.test(text) ? [] : [`${year}${kind.toUpperCase()}${number}000`],
  );
}
