import type { Listing } from '../../products/product.ts';

type Named = Pick<Listing, 'slug'>;

/** The rule: `get_` and the slug with underscores for what is sold, `sample_` and the same for its free sample. */
export function toolName({ slug }: Named): string {
  return `get_${underscored(slug)}`;
}

export function sampleToolName({ slug }: Named): string {
  return `sample_${underscored(slug)}`;
}

function underscored(slug: string): string {
  return slug.replaceAll('-', '_');
}
