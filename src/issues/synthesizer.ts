import type { ComponentTag } from './lexicon/lexicon.ts';
import type { VehicleTraits } from './lexicon/traits.ts';
import type { Blocks } from './read/filed.ts';
import type { PreparedComplaint } from './read/prepare.ts';
import type { Sample } from './read/sample.ts';
import type { IssueFindings, Sampling } from './schemas.ts';

/** A failure that an engine proposes; nothing in it is believed before the gates have passed it. */
export interface ProposedIssue {
  title: string;
  /** The owners' words for the part that failed, where they agree on it. */
  parts?: readonly string[];
  tags: readonly ComponentTag[];
  hazard: 'high' | 'medium' | 'low';
  /** Other failures that several of the cited complaints report beside the main one. */
  symptoms?: readonly { title: string; count: number }[];
  citations: readonly Citation[];
}

export interface Citation {
  odiNumber: number;
  /** From 0 to 1: the plainness with which the complaint reports the failure. */
  strength: number;
  /** The failure is the first thing that the complaint reports. */
  main: boolean;
}

export interface Synthesis {
  proposals: readonly ProposedIssue[];
  engine: 'llm' | 'embedded';
  model: string | null;
  promptVersion: string | null;
  /** Complaints whose text a model read itself; the rest was grouped without one. */
  modelRead?: number;
  /** Numbers of what the engine itself threw out of its model's words, by reason. */
  rejected?: Readonly<Record<string, number>>;
}

/** Proposals of an engine for a set of complaints, and what is needed to verify and count them. */
export interface ProposedIssues {
  complaintCount: number;
  sampling: Sampling;
  sample: Sample;
  filedOn: readonly (string | null)[];
  /** null: too few complaints. */
  synthesis: Synthesis | null;
}

export interface SynthesisOptions {
  signal: AbortSignal;
  /** Traits of the decoded car, so that nothing is named that it cannot have. */
  traits?: VehicleTraits;
  /** Nobody waits for the answer: the engine may take minutes. */
  inBackground?: boolean;
  /** Longest list that is read whole; of a longer one a sample is read, from all times of filing. */
  most?: number;
  /** Largest sample of it that the engine reads, where somebody else is to go on with that. */
  sampled?: number;
}

/** Names failure modes. Every implementation runs the suite in test/issues/synthesizer-contract.ts. */
export interface IssueSynthesizer {
  readonly engine: 'llm' | 'embedded';
  /** Changes whenever the same complaints could give another answer. */
  readonly fingerprint: string;
  /** The most complaints it reads at once. */
  readonly mostComplaints: number;
  synthesize(complaints: readonly PreparedComplaint[], options: SynthesisOptions): Promise<Synthesis>;
  /** The whole way from complaints to findings, where the engine goes it in another way than findIssues. */
  find?(blocks: Blocks, asOf: string, options: SynthesisOptions): Promise<IssueFindings>;
  /** As far as to what the engine proposes, in another thread, where the engine has one. */
  propose?(blocks: Blocks, asOf: string, options: SynthesisOptions): Promise<ProposedIssues>;
}
