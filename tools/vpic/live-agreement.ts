import { type Fields, isPartOf, sameValue } from './compare-fields.ts';
import { VERDICT } from './grade.ts';
import type { OracleRecord } from './oracle-record.ts';

/** A value of the live service beside that of our decode. */
interface Disagreement {
  vin: string;
  code: string;
  live: string;
  ours: string;
}

export interface Agreement {
  vins: number;
  /** VINs with the same set of error codes. */
  sameCodes: number;
  /** VINs that the live service decodes clean, and that ours gives another VIN. */
  suggestedAnother: string[];
  /** Values that the live service states. */
  stated: number;
  equal: number;
  silent: Disagreement[];
  contradicted: Disagreement[];
}

const GATES = { sameCodes: 0.995, equal: 0.97, contradicted: 0.005 };

/** Compares with answers of the live service for real vehicles. Where an answer is silent it says nothing. */
export function agreementWith(
  records: readonly OracleRecord[],
  decode: (record: OracleRecord) => Fields,
): Agreement {
  const agreement: Agreement = {
    vins: records.length,
    sameCodes: 0,
    suggestedAnother: [],
    stated: 0,
    equal: 0,
    silent: [],
    contradicted: [],
  };
  for (const record of records) {
    const live = record.answers[0] ?? {};
    const ours = decode(record);
    if (sameValue('ErrorCode', live.ErrorCode, ours.ErrorCode)) agreement.sameCodes++;
    const isClean = live.ErrorCode === '0';
    if (isClean && ours.SuggestedVIN !== undefined) agreement.suggestedAnother.push(record.vin);
    for (const [code, value] of Object.entries(live)) {
      if (VERDICT.includes(code)) continue;
      agreement.stated++;
      const own = ours[code];
      if (sameValue(code, value, own) || isPartOf(code, value, own)) agreement.equal++;
      else {
        const disagreement = { vin: record.vin, code, live: value, ours: own ?? '' };
        (own === undefined ? agreement.silent : agreement.contradicted).push(disagreement);
      }
    }
  }
  return agreement;
}

/** Lists what speaks against the agreement; empty where it passes. */
export function failedGates({
  vins,
  sameCodes,
  suggestedAnother,
  stated,
  equal,
  contradicted,
}: Agreement): string[] {
  const failed: string[] = [];
  if (sameCodes < GATES.sameCodes * vins)
    failed.push(`error codes are the same for only ${sameCodes} of ${vins} VINs`);
  if (equal < GATES.equal * stated) failed.push(`only ${equal} of ${stated} values are the same`);
  if (contradicted.length > GATES.contradicted * stated) {
    failed.push(`${contradicted.length} of ${stated} values are contradicted`);
  }
  if (suggestedAnother.length > 0) failed.push(`${suggestedAnother.length} right VINs are given another VIN`);
  return failed;
}
