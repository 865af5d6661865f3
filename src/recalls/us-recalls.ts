import { z } from 'zod';
import { deadlineLeftMs, type Elapsed } from '../lib/clock.ts';
import { type Mirror, preferCopy } from '../mirror/read/mirror.ts';
import type { NamedVehicle } from '../names/narrowing.ts';
import { type ListModels, listLiveModels, nameText, resolveNhtsaNames } from '../names/nhtsa-names.ts';
import { namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { nothingOfListed } from '../sources/http.ts';
import { freshMsWith, keepMissing, notYetBelieved } from '../sources/keep-missing.ts';
import type { Nhtsa } from '../sources/nhtsa/nhtsa.ts';
import type { NhtsaRecall } from '../sources/nhtsa/records.ts';
import type { RecordedWorld } from '../sources/recordings.ts';
import { warningsOf } from '../sources/warnings.ts';
import { allModels, FRESH_MS, notReadShape, STALE_MS } from './keeping.ts';
import { type UsRecall, usRecallSchema } from './recall-schemas.ts';
import { urgency } from './statements.ts';

const usListSchema = z.object({
  recalls: z.array(usRecallSchema),
  matchedModels: z.array(z.string()),
  inDoubt: z.array(z.string()),
  keptApart: z.array(z.string()),
  modelListed: z.boolean(),
  ...notReadShape,
});

export type UsList = z.infer<typeof usListSchema>;

const SOURCE = 'NHTSA recalls';

interface Dependencies {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
  mirror?: Mirror;
  recorded?: RecordedWorld;
}

/** The source of recalls: the service of NHTSA, or our copy of its files. */
interface Reading {
  models: ListModels;
  recallsByVehicle: Nhtsa['recallsByVehicle'];
  /** Models with complaints. */
  complained: ListModels;
}

async function readRecalls(
  { models, recallsByVehicle, complained }: Reading,
  vehicle: NamedVehicle,
): Promise<UsList> {
  const names = await resolveNhtsaNames(models, vehicle);
  const filed = await Promise.all(
    names.asked.map(async (asked) => ({
      name: nameText(asked),
      isListed: asked.isListed,
      inDoubt: names.inDoubt.includes(nameText(asked)),
      recalls: await recallsByVehicle(asked, asked.isListed),
    })),
  );
  const recalls = mergeUsRecalls(filed);
  const empty = filed.filter(({ isListed, recalls: of }) => isListed && of.length === 0);
  return {
    recalls,
    matchedModels: names.asked.map(nameText),
    inDoubt: names.inDoubt,
    keptApart: names.keptApart,
    modelListed: names.modelListed || recalls.length > 0 || (await hasComplaints(complained, vehicle)),
    notRead: [
      ...empty.map(({ name }) => name),
      ...(names.isListEmpty && !names.modelListed ? [allModels(vehicle)] : []),
    ],
    notReadSince: null,
  };
}

/** A model without recalls may be missing from their list, but owners have usually complained about it. */
async function hasComplaints(complained: ListModels, vehicle: NamedVehicle): Promise<boolean> {
  const names = await resolveNhtsaNames(complained, vehicle).catch(() => undefined);
  return names?.modelListed ?? false;
}

/** A reading that lost recalls is not believed at once, nor that the model is gone with them. */
function withMissing(fresh: UsList, last: UsList | undefined, nowMs: number): UsList {
  const recalls = byUrgency(keepMissing(fresh.recalls, last?.recalls, ({ campaign }) => campaign, nowMs));
  const isShorter = recalls.length > fresh.recalls.length;
  const modelListed = fresh.modelListed || (isShorter && last?.modelListed === true);
  return { ...fresh, recalls, modelListed, ...notYetBelieved(fresh, last, nowMs) };
}

export function readUsRecalls(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  asked: Elapsed & { signal?: AbortSignal },
): Promise<Cached<UsList>> {
  const { mirror } = dependencies;
  return preferCopy(mirror, 'recalls', {
    read: async (reader) => {
      const complaints = await mirror?.copy('complaints');
      const complained: ListModels = complaints?.reader.models ?? (async () => []);
      // Its names and its recalls are of one file.
      return { ...(await readRecalls({ ...reader, complained }, vehicle)), notRead: [] };
    },
    isKnown: ({ modelListed }) => modelListed,
    live: () => readLive(dependencies, vehicle, asked),
  });
}

async function readLive(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  { signal, ...waited }: Elapsed & { signal?: AbortSignal },
): Promise<Cached<UsList>> {
  const { nhtsa, cachedFetch, recorded } = dependencies;
  const reading = {
    models: listLiveModels(dependencies, 'recalls'),
    complained: listLiveModels(dependencies, 'complaints'),
    recallsByVehicle: nhtsa.recallsByVehicle,
  };
  const read = await cachedFetch({
    key: `recalls/us/2/${namingKey(vehicle)}`,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    deadlineMs: deadlineLeftMs(waited),
    source: { source: SOURCE, url: nhtsa.url },
    schema: usListSchema,
    fetch: () => readRecalls(reading, vehicle),
    reconcile: withMissing,
    freshMsOf: ({ recalls, notRead }) => (notRead.length > 0 ? 0 : freshMsWith(recalls, FRESH_MS)),
    recorded: () => recorded?.find(vehicle, 'us', usListSchema),
    ...(signal && { signal }),
  });
  const { recalls, notRead, matchedModels } = read.value;
  if (recalls.length > 0 || !matchedModels.some((name) => notRead.includes(name))) return read;
  throw nothingOfListed(SOURCE);
}

export interface FiledRecalls {
  /** The name under which they are filed. */
  name: string;
  /** The name is that of a version which the car may or may not be. */
  inDoubt?: boolean;
  recalls: readonly NhtsaRecall[];
}

/** The letter behind the year of a campaign number. */
const kinds: Readonly<Record<string, UsRecall['kind']>> = { E: 'equipment', T: 'tire', C: 'childSeat' };

function toUsRecall(recall: NhtsaRecall, name: string, inDoubt: boolean): UsRecall {
  const campaign = recall.NHTSACampaignNumber.toUpperCase();
  const texts = [recall.Summary, recall.Consequence, recall.Remedy, recall.Notes];
  const worded = recall.worded ?? warningsOf(texts);
  return {
    campaign,
    kind: kinds[campaign.charAt(2)] ?? 'vehicle',
    component: recall.Component,
    summary: recall.Summary,
    consequence: recall.Consequence,
    remedy: recall.Remedy,
    notes: recall.Notes,
    manufacturer: recall.Manufacturer,
    reportedOn: recall.ReportReceivedDate,
    parkIt: worded.parkIt || recall.parkIt,
    parkOutside: worded.parkOutside || recall.parkOutSide,
    stopSale: worded.stopSale || null,
    warningText: worded.text,
    unreadAdvice: worded.unread,
    flags: { parkIt: recall.parkIt, parkOutside: recall.parkOutSide },
    overTheAirUpdate: recall.overTheAirUpdate,
    ...(recall.filing && { filing: recall.filing }),
    models: [name],
    inDoubt,
    missingSince: null,
    url: `https://www.nhtsa.gov/recalls?nhtsaId=${encodeURIComponent(campaign)}`,
  };
}

/** A warning stated once is a warning; "no" stands only where nobody says yes. */
function either(a: boolean | null, b: boolean | null): boolean | null {
  if (a === true || b === true) return true;
  return a ?? b;
}

function distinct(...texts: string[]): string[] {
  return [...new Set(texts)];
}

function joined(a: UsRecall, b: UsRecall): UsRecall {
  return {
    ...a,
    component: distinct(...a.component.split('; '), ...b.component.split('; ')).join('; '),
    notes: a.notes ?? b.notes,
    manufacturer: a.manufacturer ?? b.manufacturer,
    parkIt: either(a.parkIt, b.parkIt),
    parkOutside: either(a.parkOutside, b.parkOutside),
    stopSale: either(a.stopSale, b.stopSale),
    warningText: a.warningText ?? b.warningText,
    unreadAdvice: a.unreadAdvice ?? b.unreadAdvice,
    flags: {
      parkIt: either(a.flags.parkIt, b.flags.parkIt),
      parkOutside: either(a.flags.parkOutside, b.flags.parkOutside),
    },
    inDoubt: a.inDoubt && b.inDoubt,
    overTheAirUpdate: either(a.overTheAirUpdate, b.overTheAirUpdate),
    models: distinct(...a.models, ...b.models),
  };
}

/** Merges filings into one entry per campaign, whatever names it is filed under; the gravest come first. */
export function mergeUsRecalls(filed: readonly FiledRecalls[]): UsRecall[] {
  const byCampaign = new Map<string, UsRecall>();
  for (const { name, inDoubt = false, recalls } of filed) {
    for (const record of recalls) {
      const recall = toUsRecall(record, name, inDoubt);
      const seen = byCampaign.get(recall.campaign);
      byCampaign.set(recall.campaign, seen ? joined(seen, recall) : recall);
    }
  }
  return byUrgency([...byCampaign.values()]);
}

function byUrgency(recalls: readonly UsRecall[]): UsRecall[] {
  return recalls.toSorted(
    (a, b) =>
      urgency(b) - urgency(a) ||
      b.reportedOn.localeCompare(a.reportedOn) ||
      b.campaign.localeCompare(a.campaign),
  );
}
