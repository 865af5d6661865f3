import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { TRAITS } from './traits.ts';

/** The names of parts of a car that answers use, and the NHTSA component names that mean each. */
const TAGS = {
  'air bags': ['AIR BAG'],
  'seat belts': ['SEAT BELT'],
  seats: ['SEATS'],
  'child seat': ['CHILD SEAT'],
  engine: ['ENGINE', 'ENGINE AND ENGINE COOLING:ENGINE'],
  'engine cooling': ['ENGINE AND ENGINE COOLING:COOLING'],
  'exhaust system': ['ENGINE AND ENGINE COOLING:EXHAUST', 'EXHAUST'],
  'fuel system': ['FUEL'],
  'hybrid propulsion': ['HYBRID PROPULSION', 'ELECTRICAL SYSTEM:PROPULSION', 'PROPULSION'],
  'power train': ['POWER TRAIN', 'POWERTRAIN'],
  'vehicle speed control': ['VEHICLE SPEED CONTROL'],
  'service brakes': ['SERVICE BRAKES'],
  'parking brake': ['PARKING BRAKE'],
  'electronic stability control': ['ELECTRONIC STABILITY', 'TRACTION CONTROL'],
  steering: ['STEERING'],
  suspension: ['SUSPENSION'],
  wheels: ['WHEELS'],
  tires: ['TIRE'],
  'electrical system': ['ELECTRICAL SYSTEM'],
  'exterior lighting': ['EXTERIOR LIGHTING'],
  'interior lighting': ['INTERIOR LIGHTING'],
  visibility: ['VISIBILITY'],
  structure: ['STRUCTURE'],
  'latches and locks': ['LATCHES'],
  'back over prevention': ['BACK OVER'],
  'forward collision avoidance': ['FORWARD COLLISION'],
  'lane departure': ['LANE DEPARTURE'],
  'trailer hitch': ['TRAILER HITCH'],
  'climate control': [],
  infotainment: ['COMMUNICATION'],
  equipment: ['EQUIPMENT'],
} as const satisfies Record<string, readonly string[]>;

export type ComponentTag = keyof typeof TAGS;

const PREFIXES = Object.entries(TAGS).flatMap(([tag, prefixes]) =>
  prefixes.map((prefix) => ({ tag: tag as ComponentTag, prefix })),
);
const LONGEST_FIRST = PREFIXES.sort(
  (a, b) => b.prefix.length - a.prefix.length || (a.prefix < b.prefix ? -1 : 1),
);

/** Undefined for `UNKNOWN OR OTHER` and anything else that names no part. */
export function tagOfComponent(component: string): ComponentTag | undefined {
  const name = component.toUpperCase();
  return LONGEST_FIRST.find(({ prefix }) => name.startsWith(prefix))?.tag;
}

export function tagsOfComponents(components: readonly string[]): ComponentTag[] {
  const tags = components.map(tagOfComponent).filter((tag) => tag !== undefined);
  return [...new Set(tags)].sort();
}

export const COMPONENT_TAGS = Object.keys(TAGS) as [ComponentTag, ...ComponentTag[]];

const tag = z.enum(COMPONENT_TAGS);
const id = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const phrases = z.array(z.string().min(1)).min(1);
const otherTitles = z
  .array(z.strictObject({ without: z.array(z.enum(TRAITS)).min(1), title: z.string() }))
  .optional()
  .describe('What it is called on a car that is known to lack all of these: the first that fits.');

/**
 * A way a car fails, as a mechanic would name it. In phrases `a|b` is either word, `a_b` one alternative of two words,
 * `a?` may be missing, `~` stands for up to three words; words match by stem.
 * @NOTE In `a|b c` only `a|b` are alternatives.
 * `@name` in `parts`, `faults` and `unless` is a shared list of faults.
 */
const modeSchema = z.strictObject({
  id,
  title: z.string().describe('Three to eight words, sentence case.'),
  tags: z.tuple([tag], tag),
  hazard: z.enum(['high', 'medium', 'low']),
  partOf: id
    .optional()
    .describe('Where few complaints report it, they are counted under this more general failure.'),
  plainer: z
    .array(z.strictObject({ title: z.string(), said: phrases }))
    .optional()
    .describe('What it is called where most of those cited say which of several things it was.'),
  needs: z.enum(TRAITS).optional().describe('A car known to lack it cannot fail like this.'),
  otherwise: otherTitles,
  feared: z
    .literal(true)
    .optional()
    .describe('What might happen is the complaint itself, as with a car that could be stolen.'),
  lamp: z
    .literal(true)
    .optional()
    .describe('A warning lamp or sound that is on: not the failure it warns of.'),
  opposite: id.optional().describe('A failure that is told in the same words and cannot be the same.'),
  yieldsTo: z
    .object({ mode: id, parts: phrases })
    .optional()
    .describe('Where most of a group name one of these parts, its failure is that one and not this.'),
  weight: z.number().positive().default(1).describe('Below 1 where a particular failure should win over it.'),
  explains: z
    .array(id)
    .default([])
    .describe('Failures that this one explains: they are not counted beside it.'),
  says: phrases.default([]).describe('Phrases that report the failure on their own.'),
  mentions: phrases
    .optional()
    .describe(
      'Parts that mean little alone: they count where the component agrees or where they come again.',
    ),
  parts: phrases.optional().describe('A part and a fault near each other report it too.'),
  faults: phrases.optional(),
  unless: phrases.default([]).describe('In the same sentence these words mean something else.'),
});
export type Mode = z.infer<typeof modeSchema>;

/** Failures that owners of one car report side by side: a group in which none of them prevails is named after all. */
const familySchema = z.strictObject({
  title: z.string(),
  otherwise: otherTitles,
  modes: z.array(id).min(2),
});

const otherFaultSchema = z.strictObject({ words: z.string(), fault: z.string() });

export interface Lexicon {
  /** Every failure that the embedded engine can name. */
  modes: readonly Mode[];
  /** The more particular first where two are as good. */
  families: readonly z.infer<typeof familySchema>[];
  /** Ways in which any part fails; modes refer to them as `@name`. */
  faults: Readonly<Record<string, readonly string[]>>;
  /** Faults of a part as owners name them, for the title of their group; the earlier wins a tie. */
  otherFaults: readonly z.infer<typeof otherFaultSchema>[];
}

/** One file each below data/lexicon/modes. Of modes that are found alike, the earlier wins. */
const CHAPTERS = (
  'engine fuel speed-control transmission brakes steering suspension restraints electrical ' +
  'lighting infotainment climate body assistance hybrid administrative'
).split(' ');

export const lexicon = onDemand<Lexicon>(() => ({
  modes: CHAPTERS.flatMap((name) => readDataFile(`lexicon/modes/${name}.json`, z.array(modeSchema))),
  families: readDataFile('lexicon/families.json', z.array(familySchema)),
  faults: readDataFile('lexicon/faults.json', z.record(z.string(), phrases)),
  otherFaults: readDataFile('lexicon/other-faults.json', z.array(otherFaultSchema)),
}));

/** The phrases of a list that modes name `@name`. */
export function faultPhrases(name: string): readonly string[] {
  const { faults } = lexicon();
  const found = Object.hasOwn(faults, name) ? faults[name] : undefined;
  if (found === undefined)
    throw new RangeError(`The lexicon names a list of faults that is missing: @${name}`);
  return found;
}

/** All that a failure may be called. */
export const titlesOf = ({ title, otherwise = [], plainer = [] }: Mode): string[] =>
  [{ title }, ...otherwise, ...plainer].map((one) => one.title);

/** Undefined for owners' own words, for a model's, and for several failures. */
export const modeOfTitle = (title: string): Mode | undefined => modesByTitle().get(title);

const modesByTitle = onDemand(
  () => new Map(lexicon().modes.flatMap((mode) => titlesOf(mode).map((title) => [title, mode] as const))),
);

/** The place of each failure among the modes, by its id. */
export const indexOfMode = onDemand(() => new Map(lexicon().modes.map(({ id }, index) => [id, index])));

interface Relations {
  /** The failure itself, and what is part of it. */
  parts: ReadonlySet<number>;
  /** And what it is part of. */
  near: ReadonlySet<number>;
  /** And what it explains; but no lamp that warns of it. */
  kin: ReadonlySet<number>;
  /** A lamp and the failures it warns of, unless owners report them side by side, and a failure and its opposite. */
  unlike: ReadonlySet<number>;
}

const relations = onDemand(() => {
  const { modes, families } = lexicon();
  const places = (fits: (other: Mode) => boolean) =>
    new Set(modes.flatMap((other, at) => (fits(other) ? [at] : [])));
  const together = (a: Mode, b: Mode) =>
    families.some(({ modes }) => modes.includes(a.id) && modes.includes(b.id));
  const contradicts = (a: Mode, b: Mode) =>
    a.opposite === b.id || (a.lamp === true && b.explains.includes(a.id) && !together(a, b));
  return modes.map((own): Relations => {
    const parts = places(({ id, partOf }) => id === own.id || partOf === own.id);
    const near = parts.union(places(({ id }) => id === own.partOf));
    return {
      parts,
      near,
      kin: near.union(places(({ id, lamp }) => lamp !== true && own.explains.includes(id))),
      unlike: places((other) => contradicts(own, other) || contradicts(other, own)),
    };
  });
});

/** How a failure stands to the others. */
export function relationsOf(mode: number): Relations {
  const found = relations()[mode];
  if (found === undefined) throw new RangeError(`The lexicon has no failure of the number ${mode}`);
  return found;
}
