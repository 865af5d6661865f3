import { access } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, problem } from './finding.ts';
import type { Probe } from './probe.ts';

interface Source {
  name: string;
  variable: string;
  url: string;
  /** A small question of the kind that the service asks. */
  path: string;
}

export async function checkSources({ sources, decoder }: Config, probe: Probe): Promise<Finding[]> {
  if (sources.replayDir !== undefined) return [await checkReplay(sources.replayDir)];
  const vpic: Source = {
    name: 'NHTSA vPIC',
    variable: 'VPIC_URL',
    url: sources.vpicUrl,
    path: 'vehicles/DecodeWMI/1HG?format=json',
  };
  const others: Source[] = [
    {
      name: 'NHTSA recalls',
      variable: 'NHTSA_URL',
      url: sources.nhtsaUrl,
      path: 'recalls/recallsByVehicle?make=hyundai&model=elantra&modelYear=2013',
    },
    {
      name: 'Transport Canada',
      variable: 'TRANSPORT_CANADA_URL',
      url: sources.transportCanadaUrl,
      path: 'recall/make-name/hyundai/year-range/2013-2013/count?format=json',
    },
  ];
  const asked = decoder === 'embedded' ? others : [vpic, ...others];
  return Promise.all(asked.map((source) => checkSource(source, probe)));
}

async function checkSource({ name, variable, url, path }: Source, probe: Probe): Promise<Finding> {
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
      'Nothing to do here; saved answers are served meanwhile. Look again later.',
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
  return access(folder).then(
    () => ok('sources', `recorded answers in ${folder} take their place`),
    () => problem('sources', `there is no folder ${folder}`, 'Correct REPLAY_DIR, or unset it.'),
  );
}
