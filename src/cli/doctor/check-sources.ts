import type { Config } from '../../config/config.ts';
import { readRecordings } from '../../sources/recordings.ts';
import { type AskedSource, askedSources } from '../../sources/sources.ts';
import { type Finding, ok, type Probe, problem } from './probe.ts';

export async function checkSources({ sources, decoder }: Config, probe: Probe): Promise<Finding[]> {
  if (sources.replayDir !== undefined) return [await checkReplay(sources.replayDir)];
  const asked = askedSources(sources, decoder !== 'embedded');
  return Promise.all(asked.map((source) => checkSource(source, probe)));
}

async function checkSource({ name, variable, url, path }: AskedSource, probe: Probe): Promise<Finding> {
  const answer = await probe.ask(`${url.replace(/\/+$/, '')}/${path}`);
  if (!answer.reached) {
    return problem(
      name,
      `cannot be reached: ${answer.why}`,
      `See that this machine may connect to ${new URL(url).host}, or correct ${variable}.`,
    );
  }
  if (answer.status === 429 || answer.status >= 500) {
    return problem(
      name,
      `answers with status ${answer.status}`,
      'Nothing to do here; copies that are kept are served meanwhile. Look again later.',
    );
  }
  if (answer.status !== 200 || typeof answer.json !== 'object') {
    return problem(
      name,
      answer.status === 200 ? 'answers something that is not JSON' : `answers with status ${answer.status}`,
      `Set ${variable} to the address of the service itself; a proxy or a login page may stand in between.`,
    );
  }
  return ok(name, 'answers');
}

async function checkReplay(folder: string): Promise<Finding> {
  try {
    const { length } = await readRecordings(folder);
    return ok('sources', `${length} recorded answers in ${folder} take their place`);
  } catch (error) {
    const what = error instanceof Error ? error.message : 'the recordings cannot be read';
    return problem('sources', what, 'Correct REPLAY_DIR, or unset it.');
  }
}
