import type { MirrorDataset } from '../../storage/mirror-store.ts';

const names: Record<MirrorDataset, string> = {
  recalls: 'recalls',
  complaints: 'complaints',
  canada: 'recalls of Canada',
};

export class MirrorRefusedError extends Error {
  override readonly name = 'MirrorRefusedError';
  readonly dataset: MirrorDataset;
  readonly objections: readonly string[];

  constructor(dataset: MirrorDataset, objections: readonly string[]) {
    super(
      `The new ${names[dataset]} are not taken into use, and the present ones stay: ${objections.join(' ')}`,
    );
    this.dataset = dataset;
    this.objections = objections;
  }
}

export class MirrorBusyError extends Error {
  override readonly name = 'MirrorBusyError';
}
