import { expect, it } from 'vitest';
import { folderOfTest } from '../../test/own-folder.ts';
import { Forecourt } from '../app.ts';
import { readConfig } from '../config/config.ts';

it('shows the sample as it is now, in the words of each country', async () => {
  await using forecourt = Forecourt.create(
    readConfig({ PORT: '0', DATA_DIR: folderOfTest(), LOG_LEVEL: 'silent', SAMPLES_REFRESH: 'off' }),
  );
  const { port } = await forecourt.serve();
  const page = async (lang: string) => (await fetch(`http://127.0.0.1:${port}/?lang=${lang}`)).text();
  const [canadian, american] = [await page('en-CA'), await page('en-US')];
  expect(american).not.toBe(canadian);
  expect([await page('en-CA'), await page('en-US')]).toEqual([canadian, american]);

  const samples = await forecourt.recallSamples();
  const { sample: _sample, note: _note, ...body } = samples.current();
  samples.replace({ ...body, us: body.us.slice(1) });
  const withOneLess = await page('en-CA');
  expect(withOneLess).not.toBe(canadian);
  expect(await page('en-CA')).toBe(withOneLess);
});
