import type { Durability, SqlValue } from '../sql/sql.ts';

/** What the thread of the engine is asked. A statement is sent as text once and by its number from then on. */
export type EngineQuestion = { id: number } & (
  | {
      kind: 'read' | Durability;
      statement: number;
      text?: string | undefined;
      parameters: readonly SqlValue[];
    }
  | { kind: 'check' | 'giveBackSpace' | 'close' }
);

export type Reply = { id: number } & ({ kind: 'rows'; rows: unknown[] } | { kind: 'error'; error: unknown });
