import { costStatements } from './cost-statements.ts';
import { decodeStatements } from './decode-statements.ts';
import { issueStatements } from './issue-statements.ts';
import { recallStatements } from './recall-statements.ts';
import { sectionStatements } from './section-statements.ts';
import type { Facts, Statement } from './statement.ts';
import { warrantyStatements } from './warranty-statements.ts';

const LEVELS: readonly Statement['level'][] = ['urgent', 'important', 'note'];

/** What a buyer should look at first. Every sentence follows from the facts by a rule; within a level the order stays. */
export function summarise(facts: Facts, nowMs: number): Statement[] {
  const statements = [
    ...decodeStatements(facts),
    ...recallStatements(facts),
    ...sectionStatements(facts),
    ...issueStatements(facts),
    ...warrantyStatements(facts, nowMs),
    ...costStatements(facts),
  ];
  return LEVELS.flatMap((level) => statements.filter((statement) => statement.level === level));
}
