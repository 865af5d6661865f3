import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEmbeddedSynthesizer } from '../../src/issues/embedded-synthesizer.ts';
import { twoFailures } from '../../test/issues/complaints.ts';
import { startScriptedModel } from '../../test/issues/scripted-model.ts';
import { openModelPath } from './model-path.ts';

const complaints = twoFailures(30);
const truth = new Map(
  complaints.map(({ odiNumber, summary }) => [
    odiNumber,
    new Set([/gauge/.test(summary) ? 'gauge' : 'stall']),
  ]),
);
const vehicle = {
  name: 'made up',
  locked: false,
  complaints,
  items: complaints.map(({ odiNumber }) => odiNumber),
  truth,
  largest: [],
};

it('the evaluation scores the model that is configured, and none where none is', async () => {
  expect(await openModelPath({})).toBeUndefined();
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-evaluation-'));
  await using service = await startScriptedModel();
  {
    await using path = await openModelPath({
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'scripted',
      LLM_BASE_URL: service.baseUrl,
      DATA_DIR: folder,
    });
    expect(path?.name).toBe('openai-compatible/scripted');
    expect(await path?.score(vehicle, createEmbeddedSynthesizer())).toMatchObject({ f1: 1 });
    const asked = service.asked.length;
    expect(asked).toBeGreaterThan(0);

    // The model's words are kept: the same car costs nothing more.
    await path?.score(vehicle, createEmbeddedSynthesizer());
    expect(service.asked).toHaveLength(asked);
  }
  rmSync(folder, { recursive: true });
});
