/** What one check saw. A problem keeps the service from doing its work; a warning will, or may. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'problem';
  what: string;
  /** What to do; absent where all is well. */
  fix?: string;
}

export const ok = (check: string, what: string): Finding => ({ check, state: 'ok', what });
export const warning = (check: string, what: string, fix: string): Finding => ({
  check,
  state: 'warning',
  what,
  fix,
});
export const problem = (check: string, what: string, fix: string): Finding => ({
  check,
  state: 'problem',
  what,
  fix,
});
