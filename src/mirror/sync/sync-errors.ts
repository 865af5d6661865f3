import type { MirrorDataset } from '../../storage/mirror-store.ts';

export class MirrorRefusedError extends Error {
  override readonly name = 'MirrorRefusedError';
  readonly dataset: MirrorDataset;
  readonly objections: readonly string[];

  constructor(dataset: MirrorDataset, objections: readonly string[]) {
    super(`The new ${dataset} are not taken into use: ${objections.join(' ')}`);
    this.dataset = dataset;
    this.objections = objections;
  }
}

export class MirrorBusyError extends Error {
  override readonly name = 'MirrorBusyError';
}
