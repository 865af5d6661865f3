/** How one section of a report ended. */
export type SectionOutcome<Section> =
  | { kind: 'ok'; section: Section }
  | {
      kind: 'unavailable';
      /** In words for the buyer. */
      reason: string;
    };
