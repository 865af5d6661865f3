import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractJsonMiddleware, wrapLanguageModel } from 'ai';
import type { ModelSettings } from './question.ts';

type SdkModel = ReturnType<typeof wrapLanguageModel>;

/** Opens the model of a provider; of its answers only the JSON is read. */
export const openModel = (settings: ModelSettings): SdkModel =>
  wrapLanguageModel({
    model: openUnwrapped(settings),
    middleware: extractJsonMiddleware({ transform: findJson }),
  });

function openUnwrapped({ provider, model, apiKey, baseUrl }: ModelSettings): SdkModel {
  const settings = {
    ...(apiKey && { apiKey: apiKey.reveal() }),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
  };
  switch (provider) {
    case 'anthropic':
      return createAnthropic(settings)(model);
    case 'openai':
      return createOpenAI(settings)(model);
    case 'google':
      return createGoogleGenerativeAI(settings)(model);
    case 'openai-compatible':
      if (baseUrl === undefined) throw new Error('An openai-compatible model needs its base URL.');
      return createOpenAICompatible({
        ...settings,
        name: 'openai-compatible',
        baseURL: baseUrl,
        supportsStructuredOutputs: true,
      })(model);
  }
}

/**
 * Finds the JSON object in a model's answer: models put a fence around it, or words before and behind it, although they
 * were asked not to. Where there is none the text stays as it is.
 */
function findJson(text: string): string {
  const end = text.lastIndexOf('}') + 1;
  for (let start = text.indexOf('{'); start >= 0 && start < end; start = text.indexOf('{', start + 1)) {
    const part = text.slice(start, end);
    if (isJson(part)) return part;
    // A brace that does not begin an object is one of the words.
    if (/^\{\s*["}]/.test(part)) return text;
  }
  return text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
