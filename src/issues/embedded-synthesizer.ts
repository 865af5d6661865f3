import { createHash } from 'node:crypto';
import { onDemand } from '../lib/on-demand.ts';
import { type LikenessModel, shippedModel, shippedVersion } from './group/likeness-model.ts';
import { lexicon } from './lexicon/lexicon.ts';
import { UNKNOWN_TRAITS, type VehicleTraits } from './lexicon/traits.ts';
import { summariseGroup } from './name/name-group.ts';
import { createEngine, type Engine, titleGroups } from './name/title-groups.ts';
import type { PreparedComplaint } from './read/prepare.ts';
import type { IssueSynthesizer, ProposedIssue } from './synthesizer.ts';

/** Raise when the way of reading changes; changes of the lexicon and of what was learned are seen by themselves. */
const READING_VERSION = 27;
const MOST_COMPLAINTS = 5000;

interface Options {
  model?: LikenessModel;
  traits?: VehicleTraits;
}

/** Groups complaints by a learned likeness and names the groups: no network, the same answer every time. */
export function createEmbeddedSynthesizer(options: Options = {}): IssueSynthesizer {
  // A thread that leaves the work to another wants only the fingerprint, and holds no model in memory.
  const engine = onDemand(() => createEngine(options.model ?? shippedModel()));
  const fingerprint = onDemand(() => {
    const words = createHash('sha256').update(JSON.stringify(lexicon())).digest('hex').slice(0, 12);
    return `embedded-${READING_VERSION}-${words}-${options.model?.version ?? shippedVersion()}`;
  });
  return {
    engine: 'embedded',
    get fingerprint() {
      return fingerprint();
    },
    mostComplaints: MOST_COMPLAINTS,
    async synthesize(complaints, { traits = options.traits ?? UNKNOWN_TRAITS }) {
      return {
        proposals: propose(complaints, engine(), traits),
        engine: 'embedded',
        model: null,
        promptVersion: null,
      };
    },
  };
}

function propose(
  complaints: readonly PreparedComplaint[],
  engine: Engine,
  traits: VehicleTraits,
): ProposedIssue[] {
  const { titles, context } = titleGroups(complaints, engine, traits);
  return titles.map(({ cited, called: title, ...name }) => {
    const { tags, hazard } = name;
    const members = cited.map(({ report }) => report);
    const citations = cited.map(({ citation }) => citation);
    return { title, tags, hazard, ...summariseGroup(name, members, context), citations };
  });
}
