/** What every answer about recalls must say about itself. */
export const recallStatements = {
  scope: 'model-year',
  scopeNote:
    'Recalls of this make, model and model year. Only the manufacturer knows whether this very car is in them and was ' +
    'repaired: ask a dealer with the VIN. Equipment, tire and child-seat campaigns concern the car only if that part is ' +
    'fitted. Canadian details are those of the 25 newest recalls.',
  attribution: {
    canada: {
      text: 'Contains information licensed under the Open Government Licence – Canada.',
      licenceUrl: 'https://open.canada.ca/en/open-government-licence-canada',
    },
  },
} as const;
