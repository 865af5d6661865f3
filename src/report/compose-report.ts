import { recordedNoteOf } from '../sources/cached.ts';
import type { DecodedVehicle } from '../vehicle/vehicle.ts';
import type { WarrantyAnswer } from '../warranty/warranty-service.ts';
import { decide } from './decide.ts';
import type { KnownIssuesSection, SectionOutcome } from './known-issues-section.ts';
import { describePurchase, type Purchase } from './purchase.ts';
import type { PurchaseCostsSection } from './purchase-costs-section.ts';
import type { RecallsSection } from './recalls-section.ts';
import type { Report } from './report-schema.ts';
import { summarise } from './summarise.ts';

export interface ReportParts {
  purchase: Purchase;
  decoded: DecodedVehicle;
  warranty: WarrantyAnswer;
  recalls: SectionOutcome<RecallsSection>;
  knownIssues: SectionOutcome<KnownIssuesSection>;
  purchaseCosts: SectionOutcome<PurchaseCostsSection>;
}

/** Puts together what was found, and says of what was not why. */
export function composeReport(parts: ReportParts, nowMs: number): Report {
  const { recalls, knownIssues, purchaseCosts } = parts;
  const { vinWarning, vin, vehicle, decode, provenance } = parts.decoded;
  const { year: modelYear, ...particulars } = vehicle;
  const { us, canada } = sectionOf(recalls)?.provenance ?? {};
  const issues = sectionOf(knownIssues)?.provenance;
  const facts = {
    ...(vinWarning !== undefined && { vinWarning }),
    ...recordedNoteOf(us, canada, issues),
    vin,
    vehicle: { modelYear, ...particulars },
    decode: { ...decode, provenance },
    purchase: describePurchase(parts.purchase),
    recalls: sectionOf(recalls),
    knownIssues: sectionOf(knownIssues),
    purchaseCosts: sectionOf(purchaseCosts),
    ...parts.warranty,
    sections: {
      decode: 'ok' as const,
      recalls: recalls.kind,
      knownIssues: knownIssues.kind,
      purchaseCosts: purchaseCosts.kind,
    },
    sectionDetails: {
      ...(recalls.kind === 'unavailable' && { recalls: recalls.reason }),
      ...(knownIssues.kind === 'unavailable' && { knownIssues: knownIssues.reason }),
      ...(purchaseCosts.kind === 'unavailable' && { purchaseCosts: purchaseCosts.reason }),
    },
  };
  const report = { ...facts, summary: summarise(facts, nowMs) };
  return { ...report, decision: decide(report) };
}

function sectionOf<Section>(outcome: SectionOutcome<Section>): Section | null {
  return outcome.section ?? null;
}

/** Counts those of the three sections beside the decode that there are. */
export function availableSections({ sections }: Pick<Report, 'sections'>): number {
  return [sections.recalls, sections.knownIssues, sections.purchaseCosts].filter((state) => state === 'ok')
    .length;
}

/** False where no source has the model under any name: then silence says nothing about the car. */
export function isModelKnown({ recalls, knownIssues }: Pick<Report, 'recalls' | 'knownIssues'>): boolean {
  return (
    recalls?.provenance.us?.modelListed === true ||
    recalls?.provenance.canada?.modelListed === true ||
    knownIssues?.modelListed === true
  );
}
