import type { TestProject } from 'vitest/node';
import { fetchPrograms } from '../tools/programs/fetch.ts';

/** Once for all workers; the fast tests run none of them. */
export default function setup({ name }: TestProject): void {
  if (name !== 'fast') fetchPrograms();
}
