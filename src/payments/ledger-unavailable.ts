/** The storage could not be asked; what it was to note may or may not have been noted. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable';
}
