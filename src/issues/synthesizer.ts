import type { ComponentTag } from './component-tags.ts';
import type { PreparedComplaint } from './prepare.ts';

/** A failure that an engine proposes; nothing in it is believed before the gates have passed it. */
export interface ProposedIssue {
  title: string;
  summary: string;
  tags: readonly ComponentTag[];
  hazard: 'high' | 'medium' | 'low';
  citations: readonly Citation[];
}

export interface Citation {
  odiNumber: number;
  /** How plainly the complaint tells of the failure, 0 to 1. */
  strength: number;
  /** The failure is the first thing that the complaint tells of. */
  main: boolean;
}

export interface Synthesis {
  proposals: readonly ProposedIssue[];
  engine: 'llm' | 'embedded';
  model: string | null;
  promptVersion: string | null;
  /** What it read, where that is not all that it was given. */
  read?: readonly PreparedComplaint[];
}

export interface SynthesisOptions {
  signal: AbortSignal;
}

/** Names failure modes. Every implementation runs the suite in synthesizer.contract.ts. */
export interface IssueSynthesizer {
  readonly engine: 'llm' | 'embedded';
  /** Changes whenever the same complaints could give another answer. */
  readonly fingerprint: string;
  /** The most complaints it reads at once. */
  readonly mostComplaints: number;
  synthesize(complaints: readonly PreparedComplaint[], options: SynthesisOptions): Promise<Synthesis>;
}
