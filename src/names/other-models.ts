import { spellingKey } from './spelling.ts';

/**
 * Models of their own whose name begins with the whole name of another model of the make: a listed
 * EXPLORER SPORT TRAC is no EXPLORER. Bodies, trims, weight classes and powertrains of one model do not belong here.
 */
const longerModels: Readonly<Record<string, readonly string[]>> = {
  Audi: ['A4 Allroad', 'A6 Allroad', 'e-tron GT', 'TT RS'],
  BMW: ['K 1200 RS', 'R 1200 RT', 'R 1200 ST'],
  Buick: ['Encore GX', 'Regal TourX'],
  Cadillac: ['Escalade ESV', 'Escalade EXT', 'Escalade IQ', 'Escalade IQL'],
  Chevrolet: [
    'Malibu Maxx',
    'Malibu Classic',
    'Impala Limited',
    'Cruze Limited',
    'Captiva Sport',
    'TrailBlazer EXT',
    'Malibu Limited',
    'Traverse Limited',
    'Lumina APV',
  ],
  Dodge: ['Ram Van', 'Ram Wagon', 'Ram ProMaster', 'Neon SRT-4', 'Ram 50'],
  Ford: [
    'Explorer Sport Trac',
    'Expedition EL',
    'Expedition MAX',
    'Bronco Sport',
    'Bronco II',
    'Mustang Mach-E',
    'Transit Connect',
    'Taurus X',
    'F-150 Heritage',
    'Escort ZX2',
    'Explorer Sport',
  ],
  GMC: ['Yukon XL', 'Envoy XL', 'Envoy XUV'],
  Honda: ['Civic del Sol', 'Civic Type R', 'Accord Crosstour'],
  Hyundai: [
    'Santa Fe Sport',
    'Santa Fe XL',
    'Genesis Coupe',
    'Elantra Touring',
    'Elantra GT',
    'Elantra N',
    'Kona N',
    'Veloster N',
    'Ioniq 5',
    'Ioniq 6',
    'Ioniq 9',
    'Ioniq 5 N',
    'Ioniq 6 N',
  ],
  Jeep: ['Grand Cherokee L', 'Grand Wagoneer L', 'Wagoneer L', 'Wagoneer S', 'Wrangler JK'],
  Kia: ['Forte Koup'],
  'Land Rover': ['Range Rover Sport', 'Range Rover Evoque', 'Range Rover Velar', 'Discovery Sport'],
  Lincoln: ['Navigator L'],
  'Mercedes-Benz': ['EQE SUV', 'EQS SUV', 'AMG EQE SUV', 'AMG EQS SUV'],
  Mini: [
    'Cooper Countryman',
    'Cooper S Countryman',
    'Cooper Clubman',
    'Cooper S Clubman',
    'Cooper Paceman',
    'Cooper S Paceman',
    'Cooper Roadster',
    'Cooper Coupe',
  ],
  Mitsubishi: [
    'Outlander Sport',
    'Eclipse Cross',
    'Eclipse Spyder',
    'Lancer Evolution',
    'Lancer Sportback',
    'Mirage G4',
    'Montero Sport',
  ],
  Nissan: ['Rogue Sport', 'Rogue Select', 'Versa Note', 'Pathfinder Armada', 'Kicks Play'],
  Pontiac: ['Montana SV6', 'G3 Wave'],
  RAM: ['ProMaster City', 'ProMaster Rapid'],
  Subaru: ['Impreza Outback', 'Legacy Outback'],
  Suzuki: ['SX4 S-Cross', 'Grand Vitara XL-7', 'Sidekick Sport'],
  Toyota: [
    'Corolla Cross',
    'Corolla iM',
    'Corolla Matrix',
    'Camry Solara',
    'Prius c',
    'Prius v',
    'Prius Prime',
    'Prius Plug-in',
    'Yaris iA',
    'Crown Signia',
    'bZ Woodland',
  ],
  Volkswagen: [
    'Golf R',
    'Golf SportWagen',
    'Golf Alltrack',
    'Jetta SportWagen',
    'Atlas Cross Sport',
    'Tiguan Limited',
    'Passat CC',
    'Golf GTI',
    'Jetta GLI',
    'Jetta Wagon',
  ],
  Volvo: ['S60 Cross Country', 'V60 Cross Country', 'V90 Cross Country', 'V60CC', 'V90CC', 'EX30 CC'],
  Fiat: ['500L', '500X', '500e'],
};

const keysByMake = new Map(
  Object.entries(longerModels).map(([make, models]) => [spellingKey(make), models.map(spellingKey)]),
);

/** True when the listed name is, or extends, a longer model's name than `model`. */
export function isLongerModel(make: string, model: string, listed: string): boolean {
  const own = spellingKey(model);
  const name = spellingKey(listed);
  return (keysByMake.get(spellingKey(make)) ?? []).some(
    (other) => other.length > own.length && other.startsWith(own) && name.startsWith(other),
  );
}
