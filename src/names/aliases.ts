import { distinctNames, spellingKey } from './spelling.ts';

interface Alias {
  make: string;
  names: readonly string[];
}

/**
 * Other names under which one model is filed, beyond spelling and suffixes. Within a group every name stands for every
 * other, so one table serves both countries: a Canadian list simply never offers the American name.
 */
const aliases: readonly Alias[] = [
  { make: 'Mazda', names: ['MX-5', 'MX-5 Miata', 'Miata'] },
  { make: 'Mazda', names: ['Mazda2', '2'] },
  { make: 'Mazda', names: ['Mazda3', '3'] },
  { make: 'Mazda', names: ['Mazda5', '5'] },
  { make: 'Mazda', names: ['Mazda6', '6'] },
  { make: 'Buick', names: ['LaCrosse', 'Allure'] },
  { make: 'Kia', names: ['Optima', 'Magentis'] },
  { make: 'Kia', names: ['Rio', 'Rio5'] },
  { make: 'Kia', names: ['Forte', 'Forte5'] },
  { make: 'Kia', names: ['Carens', 'Rondo'] },
  { make: 'Nissan', names: ['Rogue Sport', 'Qashqai'] },
  { make: 'Nissan', names: ['Z', '400Z'] },
  { make: 'Mitsubishi', names: ['Outlander Sport', 'RVR'] },
  { make: 'Jeep', names: ['Wrangler', 'TJ'] },
  { make: 'Dodge', names: ['Neon', 'SX 2.0'] },
  { make: 'Chrysler', names: ['Neon', 'SX 2.0'] },
  { make: 'Pontiac', names: ['G3', 'G3 Wave', 'Wave'] },
  { make: 'Pontiac', names: ['G5', 'Pursuit'] },
  { make: 'Toyota', names: ['GR Supra', 'Supra'] },
  { make: 'Toyota', names: ['Matrix', 'Corolla Matrix'] },
  { make: 'Toyota', names: ['GR86', '86'] },
  { make: 'Toyota', names: ['Prius Plug-in', 'Prius Plug-in Hybrid'] },
  { make: 'Lexus', names: ['IS F', 'IS-F', 'ISF'] },
  { make: 'Ford', names: ['F-250', 'Super Duty'] },
  { make: 'Ford', names: ['F-350', 'Super Duty'] },
  { make: 'Ford', names: ['F-450', 'Super Duty'] },
  { make: 'Ford', names: ['F-550', 'Super Duty'] },
  { make: 'Ford', names: ['Police Interceptor Utility', 'Police Interceptor Utilit'] },
  { make: 'Volkswagen', names: ['Golf SportWagen', 'Golf Wagon', 'Golf Sportwagon'] },
  { make: 'Volkswagen', names: ['Golf GTI', 'GTI'] },
  { make: 'Volkswagen', names: ['Jetta GLI', 'GLI'] },
  { make: 'Volkswagen', names: ['Beetle', 'New Beetle'] },
  { make: 'Volkswagen', names: ['CC', 'Passat CC'] },
  { make: 'Volvo', names: ['V60 Cross Country', 'V60CC'] },
  { make: 'Volvo', names: ['V90 Cross Country', 'V90CC'] },
  { make: 'Volvo', names: ['S60 Cross Country', 'S60CC'] },
  { make: 'BMW', names: ['B7', 'Alpina B7', 'B7 Alpina'] },
  { make: 'BMW', names: ['XB7', 'Alpina XB7'] },
  { make: 'Audi', names: ['A4 Allroad', 'Allroad'] },
  { make: 'Land Rover', names: ['LR4', 'Discovery 4'] },
];

function groupOf(make: string, model: string): readonly string[] {
  const makeKey = spellingKey(make);
  const modelKey = spellingKey(model);
  const group = aliases.find(
    (alias) =>
      spellingKey(alias.make) === makeKey && alias.names.some((name) => spellingKey(name) === modelKey),
  );
  return group?.names ?? [];
}

/** The model's own name first, then its parts where it names several ("Caravan/Grand Caravan"), then other names. */
export function namesOf(make: string, model: string): string[] {
  const parts = model.split(/[/,]/).map((part) => part.trim());
  const own = [model, ...(parts.length > 1 ? parts.filter((part) => part.length > 1) : [])];
  return distinctNames([...own, ...own.flatMap((name) => groupOf(make, name))]);
}
