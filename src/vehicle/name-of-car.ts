interface Named {
  year: number | string | undefined;
  make: string | undefined;
  model: string | undefined;
}

/** The name by which people call the car, such as "2013 Hyundai Elantra"; a trailer's model is often its maker's name again. */
export function nameOfCar({ year, make, model }: Named): string {
  const isNamedTwice = make?.toLowerCase() === model?.toLowerCase();
  return [year, make, isNamedTwice ? undefined : model].filter((part) => part !== undefined).join(' ');
}
