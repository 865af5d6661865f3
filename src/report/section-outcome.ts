/** How one section of a report ended. */
export type SectionOutcome<Section> =
  | { state: 'ok'; section: Section }
  | {
      state: 'unavailable';
      /** In words for the buyer. */
      reason: string;
    };
