import type { Statement } from '../summary/statement.ts';

/** Something to look at or to ask, and what of this car it comes from. */
export interface Advice {
  kind: 'check' | 'question';
  text: string;
  because: string;
  section: Statement['section'];
}
