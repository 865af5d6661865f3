/** The gate objects to a new dataset. */
export class UpdateRefusedError extends Error {
  override readonly name = 'UpdateRefusedError';
  readonly objections: readonly string[];

  constructor(objections: readonly string[]) {
    super(
      `The new dataset was not put in place: ${objections.join('; ')}. Check it, then repeat with --force if it is right.`,
    );
    this.objections = objections;
  }
}
