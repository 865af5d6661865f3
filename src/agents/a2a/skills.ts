import type { Listing } from '../../products/product.ts';

/** Something an agent can be asked for: a product, or the free sample of one. */
export interface Skill {
  id: string;
  kind: 'paid' | 'sample';
  product: Listing;
}

type Named = Pick<Listing, 'slug'>;

export function skillId({ slug }: Named): string {
  return slug;
}

export function sampleSkillId({ slug }: Named): string {
  return `sample-${slug}`;
}

/** By id, in the order of the product table. */
export function createSkills(products: readonly Listing[]): ReadonlyMap<string, Skill> {
  const skills = products.flatMap((product): Skill[] => [
    { id: skillId(product), kind: 'paid', product },
    { id: sampleSkillId(product), kind: 'sample', product },
  ]);
  return new Map(skills.map((skill) => [skill.id, skill]));
}
