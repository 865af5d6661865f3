import { base } from './base.ts';
import { cars } from './cars.ts';
import type { Builders } from './parts.ts';
import { payments } from './payments.ts';
import { publicSources } from './public-sources.ts';
import { recallsAndIssues } from './recalls-and-issues.ts';

/**
 * How each part is built where none is given: when it is first asked for, after those that it asks for itself. Code is
 * loaded with the part, so that a start or a command loads what it uses and no more.
 */
export const builders: Builders = {
  ...base,
  ...publicSources,
  ...cars,
  ...recallsAndIssues,
  ...payments,
};
