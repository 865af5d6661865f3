import type { Listing } from '../../products/product.ts';

/** Something an agent can be asked for: a product, or the free sample of one. */
export interface Skill<Knowledge> {
  id: string;
  kind: 'paid' | 'sample';
  product: Listing<Knowledge>;
}

type Named = Pick<Listing<never>, 'slug'>;

export function skillId({ slug }: Named): string {
  return slug;
}

export function sampleSkillId({ slug }: Named): string {
  return `sample-${slug}`;
}

/** By id, in the order of the product table. */
export function createSkills<Knowledge>(
  products: readonly Listing<Knowledge>[],
): ReadonlyMap<string, Skill<Knowledge>> {
  const skills = products.flatMap((product): Skill<Knowledge>[] => [
    { id: skillId(product), kind: 'paid', product },
    { id: sampleSkillId(product), kind: 'sample', product },
  ]);
  return new Map(skills.map((skill) => [skill.id, skill]));
}
