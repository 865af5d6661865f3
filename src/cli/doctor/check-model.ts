import { type LanguageModelConfig, modelInWords } from '../../sources/language-model/settings.ts';
import { type Finding, ok, type Probe, problem } from './probe.ts';

const ANTHROPIC_VERSION = '2023-06-01';

/** Asks for the list of models, which costs nothing: whether the provider takes the key. */
export async function checkModel(config: LanguageModelConfig | undefined, probe: Probe): Promise<Finding> {
  const check = 'language model';
  if (!config) return ok(check, 'there is none: the embedded engine names the issues');
  const { baseUrl, headers } = howToAsk(config);
  const answer = await probe.ask(`${baseUrl.replace(/\/+$/, '')}/models`, { headers });
  if (!answer.reached)
    return problem(
      check,
      `${config.provider} cannot be reached: ${answer.why}`,
      'Correct LLM_BASE_URL, or see to the network.',
    );
  const isRefused = answer.status === 401 || answer.status === 403 || saysInvalidKey(answer.json);
  if (isRefused)
    return problem(
      check,
      `${config.provider} refuses the key (status ${answer.status}): the embedded engine stands in`,
      'Correct LLM_API_KEY.',
    );
  return ok(check, modelInWords(config));
}

const saysInvalidKey = (json: unknown) => JSON.stringify(json ?? null).includes('API_KEY_INVALID');

/** As each provider documents it. */
function howToAsk({ provider, baseUrl, apiKey }: LanguageModelConfig): {
  baseUrl: string;
  headers: Record<string, string>;
} {
  const key = apiKey?.reveal() ?? '';
  switch (provider) {
    case 'anthropic':
      return {
        baseUrl: baseUrl ?? 'https://api.anthropic.com/v1',
        headers: { 'x-api-key': key, 'anthropic-version': ANTHROPIC_VERSION },
      };
    case 'google':
      return {
        baseUrl: baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta',
        headers: { 'x-goog-api-key': key },
      };
    case 'openai':
    case 'openai-compatible':
      return {
        baseUrl: baseUrl ?? 'https://api.openai.com/v1',
        headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      };
  }
}
