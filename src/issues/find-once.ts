import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { CachedFetch } from '../sources/cached.ts';
import { keyOfTraits, type VehicleTraits } from './embedded/possible.ts';
import type { FiledComplaints } from './filed-complaints.ts';
import { findIssues, PIPELINE_VERSION } from './report.ts';
import { findingsSchema, type IssueFindings } from './schemas.ts';
import type { IssueSynthesizer } from './synthesizer.ts';

export const FINDINGS_KEPT_MS = 90 * 86_400_000;

const storedFindings = z.object({ findings: findingsSchema, synthesizedAt: z.iso.datetime() });

interface Finding {
  engine: IssueSynthesizer;
  asOf: string;
  traits: VehicleTraits;
  patient?: boolean;
}

export type FindOnce = (
  complaints: Pick<FiledComplaints, 'packed' | 'digest'>,
  finding: Finding,
) => Promise<{ findings: IssueFindings; synthesizedAt: string }>;

/** The same complaints, pipeline and engine give the same findings for 90 days; one instance asks at a time. */
export function createFindOnce(cachedFetch: CachedFetch, clock: Clock): FindOnce {
  return async ({ packed, digest }, { engine, asOf, traits, patient = false }) => {
    const found = await cachedFetch({
      key: `issues/findings/${PIPELINE_VERSION}/${engine.fingerprint}/${keyOfTraits(traits)}/${digest}`,
      freshMs: FINDINGS_KEPT_MS,
      staleMs: 0,
      source: { source: `issues by ${engine.engine}` },
      schema: storedFindings,
      async fetch() {
        const { signal } = new AbortController();
        const find = engine.find ?? ((...asked) => findIssues(asked[0], engine, asked[1], asked[2]));
        const rows = typeof packed === 'string' ? packed : await packed.fetch();
        const findings = await find(rows, asOf, { signal, traits, patient });
        return { findings, synthesizedAt: new Date(clock.now()).toISOString() };
      },
    });
    return found.value;
  };
}
