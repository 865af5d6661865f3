import type { ComponentTag } from '../../component-tags.ts';

/** Parts that no listed failure covers well: a cluster of complaints about one of them is named after it. */
export const OTHER_PARTS: readonly { name: string; phrases: string; tag: ComponentTag }[] = [
  { name: 'Seat rail', phrases: 'seat rail, metal rail, rail', tag: 'seats' },
  { name: 'Cup holder', phrases: 'cup holder', tag: 'equipment' },
  { name: 'Glove box', phrases: 'glove box|compartment', tag: 'equipment' },
  { name: 'Center console', phrases: 'console', tag: 'equipment' },
  { name: 'Roof rack', phrases: 'roof rack|rail, cross bar, luggage rack', tag: 'equipment' },
  { name: 'Side step', phrases: 'side step|rail, running board, step bar', tag: 'equipment' },
  { name: 'Antenna', phrases: 'antenna', tag: 'equipment' },
  { name: 'Jack', phrases: 'jack', tag: 'equipment' },
  { name: 'Floor mat', phrases: 'floor mat, mat', tag: 'equipment' },
  { name: 'Carpet', phrases: 'carpet', tag: 'equipment' },
  { name: 'Upholstery', phrases: 'upholstery, leather, fabric', tag: 'seats' },
  { name: 'Armrest', phrases: 'armrest, arm rest', tag: 'seats' },
  { name: 'Headliner', phrases: 'headliner, head liner', tag: 'structure' },
  { name: 'Fender', phrases: 'fender, fender liner', tag: 'structure' },
  { name: 'Bumper', phrases: 'bumper', tag: 'structure' },
  { name: 'Grille', phrases: 'grille, grill', tag: 'structure' },
  { name: 'Spoiler', phrases: 'spoiler', tag: 'structure' },
  { name: 'Body seam', phrases: 'seam, weld', tag: 'structure' },
  { name: 'Firewall', phrases: 'firewall, fire wall', tag: 'structure' },
  { name: 'Truck bed', phrases: 'truck bed, bed liner, tonneau', tag: 'structure' },
  { name: 'Convertible top', phrases: 'convertible top, soft top, hardtop', tag: 'structure' },
  { name: 'Gas strut', phrases: 'gas strut|shock, lift support', tag: 'structure' },
  { name: 'Fuel door', phrases: 'fuel|gas door|lid', tag: 'fuel system' },
  { name: 'Heat shield', phrases: 'heat|fire shield', tag: 'exhaust system' },
  { name: 'Fuse', phrases: 'fuse', tag: 'electrical system' },
  { name: 'Relay', phrases: 'relay', tag: 'electrical system' },
  { name: 'Wiring', phrases: 'wire, wire harness', tag: 'electrical system' },
  { name: 'Switch', phrases: 'switch', tag: 'electrical system' },
  { name: 'Control module', phrases: 'control module|unit, module', tag: 'electrical system' },
  { name: 'Battery', phrases: 'battery', tag: 'electrical system' },
  { name: 'Clock or display', phrases: 'clock, display', tag: 'infotainment' },
  { name: 'Phone app', phrases: 'phone app, mobile app, app', tag: 'infotainment' },
  { name: 'Window', phrases: 'window', tag: 'visibility' },
  { name: 'Door', phrases: 'door', tag: 'latches and locks' },
  { name: 'Hood', phrases: 'hood', tag: 'structure' },
  { name: 'Seat', phrases: 'seat', tag: 'seats' },
  { name: 'Steering', phrases: 'steer, steer wheel', tag: 'steering' },
  { name: 'Suspension', phrases: 'suspension', tag: 'suspension' },
  { name: 'Wheel', phrases: 'wheel', tag: 'wheels' },
  { name: 'Tire', phrases: 'tire', tag: 'tires' },
  { name: 'Brake', phrases: 'brake', tag: 'service brakes' },
  { name: 'Transmission', phrases: 'transmission, gear, gearbox', tag: 'power train' },
  { name: 'Exhaust', phrases: 'exhaust', tag: 'exhaust system' },
  { name: 'Fuel system', phrases: 'fuel', tag: 'fuel system' },
  { name: 'Air bag', phrases: 'air bag', tag: 'air bags' },
  { name: 'Seat belt', phrases: 'seat belt', tag: 'seat belts' },
  { name: 'Engine', phrases: 'engine, motor', tag: 'engine' },
];

/** What happened to the part, for the title of such a cluster; earlier wins a tie. */
export const OTHER_FAULTS: readonly {
  words: string;
  fault:
    | 'burns'
    | 'leak'
    | 'rusts'
    | 'cracks'
    | 'loose'
    | 'sticks'
    | 'noise'
    | 'smells'
    | 'wears'
    | 'lightOn'
    | 'fails';
}[] = [
  { words: 'overheats or burns', fault: 'burns' },
  { words: 'leaks', fault: 'leak' },
  { words: 'rusts', fault: 'rusts' },
  { words: 'cracks or breaks', fault: 'cracks' },
  { words: 'comes loose', fault: 'loose' },
  { words: 'sticks or jams', fault: 'sticks' },
  { words: 'makes noise', fault: 'noise' },
  { words: 'smells', fault: 'smells' },
  { words: 'wears early', fault: 'wears' },
  { words: 'warning stays on', fault: 'lightOn' },
  { words: 'fails in use', fault: 'fails' },
];
