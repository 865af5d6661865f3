import { Failure } from './failure.ts';

export class InsufficientSections extends Failure {
  readonly code = 'insufficient_sections';
  override readonly name = 'InsufficientSections';
  readonly sections: Readonly<Record<string, 'ok' | 'unavailable'>>;
  readonly sectionDetails: Readonly<Record<string, string>>;

  constructor(
    sections: Readonly<Record<string, 'ok' | 'unavailable'>>,
    sectionDetails: Readonly<Record<string, string>>,
  ) {
    super('Too many parts of the report are unavailable for it to be worth its price; try again in a while.');
    this.sections = sections;
    this.sectionDetails = sectionDetails;
  }

  override get details() {
    return { sections: this.sections, sectionDetails: this.sectionDetails };
  }

  override get retryAfterSeconds() {
    return 30;
  }
}
