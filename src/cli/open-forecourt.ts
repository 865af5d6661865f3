import type { Forecourt } from '../app.ts';

/** The parts of the service for one command, each built when it is asked for: nothing is served, nothing logged. */
export async function openForecourt(): Promise<Forecourt> {
  const [{ readConfig }, app] = await Promise.all([import('../config/config.ts'), import('../app.ts')]);
  return app.Forecourt.create({ ...readConfig(), logLevel: 'silent' });
}
