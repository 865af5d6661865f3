import type { Entry, Maker } from './maker-schema.ts';
import { confidences } from './warranty.ts';

type Confidence = (typeof confidences)[number];

const coverageNames = ['basic', 'powertrain', 'corrosion', 'roadside', 'evBattery'] as const;

/** The surest that a figure may be called by where it was read. */
export function surest(maker: Maker, key: string): Confidence {
  const source = maker.sources[key];
  switch (source?.kind) {
    case 'maker':
      return source.page === undefined ? 'medium' : 'high';
    case 'press':
      return 'medium';
    default:
      return 'low';
  }
}

/** Every confidence that is higher than its source bears. */
export function checkConfidence(maker: Maker): string[] {
  return maker.entries.flatMap((entry) => {
    const where = `${entry.years.join('-')} ${entry.markets.join('+')}${entry.models ? ` ${entry.models.join(', ')}` : ''}`;
    return claimsOf(entry)
      .filter(({ confidence, source }) => isHigher(confidence, surest(maker, source)))
      .map(
        ({ name, confidence, source }) =>
          `${where}: ${name} cannot be ${confidence} by the source "${source}", at most ${surest(maker, source)}`,
      );
  });
}

function claimsOf(entry: Entry) {
  const own = coverageNames.flatMap((name) => {
    const stated = entry[name];
    if (typeof stated === 'string') return [];
    return [stated, ...(stated.exceptions ?? [])].flatMap(({ confidence, source }) =>
      confidence === undefined ? [] : [{ name, confidence, source: source ?? stated.source ?? entry.source }],
    );
  });
  return [{ name: 'confidence', confidence: entry.confidence, source: entry.source }, ...own];
}

function isHigher(confidence: Confidence, limit: Confidence): boolean {
  return confidences.indexOf(confidence) < confidences.indexOf(limit);
}
