import type { ComponentTag } from '../issues/lexicon/component-tags.ts';

/**
 * Checks that a buyer without tools can make at the car of a part that owners complain of. A part that nobody can see or
 * feel there is left to an inspection, and says so.
 */
export const componentChecks: Readonly<Record<ComponentTag, string>> = {
  'air bags': 'Turn the ignition on: the air-bag lamp must light and go out within seconds.',
  'seat belts': 'Pull every belt out, tug it hard, and let it back: it must lock and return.',
  seats: 'Move each seat through its whole range, rock it, and try its heating.',
  'child seat': 'Find the lower anchors and tethers that your child seat needs.',
  engine:
    'Have it cold when you come. Start it, listen for knocking, look for smoke, and check the oil on the dipstick.',
  'engine cooling':
    'Look at the coolant when cold, under the car for drips, and at the temperature after a long drive.',
  'exhaust system': 'Start it cold: listen under the car, and smell the cabin with the windows shut.',
  'fuel system': 'Smell around the filler and under the car, and look for damp lines.',
  'hybrid propulsion':
    'Drive until it changes between battery and engine, and watch for warnings; ask for a battery test.',
  'power train': 'Drive from cold through every gear, reverse too: no slipping, jerks or late shifts.',
  'vehicle speed control':
    'On an empty road try the cruise control, and let go of the accelerator: the car must slow at once.',
  'service brakes': 'On an empty road brake firmly: straight, without grinding, pulsing or a soft pedal.',
  'parking brake': 'Set the parking brake on a slope and let go of the pedal.',
  'electronic stability control':
    'Turn the ignition on: the stability lamp must light, go out, and stay out on the drive.',
  steering: 'Turn from lock to lock standing and at walking pace: no knocks, no stiffness, no play.',
  suspension: 'Press each corner down and drive over a bump: one bounce, no knocking.',
  wheels: 'Look at each rim for cracks and bends, and feel the wheel for shaking at speed.',
  tires: 'Read the date code and the tread of each tire, and look at the inner shoulder.',
  'electrical system': 'Try every switch, window and lamp, and start the engine three times.',
  'exterior lighting': 'Walk around with all lamps on, brake and reverse lamps too.',
  'interior lighting': 'Dim and brighten the dashboard, and look for lamps that flicker.',
  visibility: 'Try wipers, washers, defroster, mirrors and the sunroof, and look for leaks.',
  structure: 'Look for rust and fresh paint on sills, seams and the floor of the trunk.',
  'latches and locks': 'Open, shut and lock each door, the hood and the trunk, with key and with remote.',
  'back over prevention': 'Put it in reverse: the camera must show a clear picture at once.',
  'forward collision avoidance': 'Turn the ignition on and look for a warning of the collision system.',
  'lane departure': 'Turn the ignition on and look for a warning of the lane system.',
  'trailer hitch': 'Look at the hitch and its welds, and try the trailer socket.',
  'climate control': 'Run heating and air conditioning for ten minutes each: warm and cold must come.',
  infotainment: 'Pair your phone, and use the screen for the whole drive: no restarts, no dead patches.',
  equipment: 'Try everything that was added to the car.',
};

/** The check of a car that burns, whatever part the complaints name. */
export const fireCheck =
  'Look under the hood and the car for leaks, scorched wires and melted plastic, and smell it after the drive.';
