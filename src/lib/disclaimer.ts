/** On every JSON object that leaves the service. */
export const disclaimer =
  'For information only: not professional, legal or purchase advice, and not a vehicle-history report. ' +
  'Nothing here speaks of liens, accidents, odometer readings or market value.';
