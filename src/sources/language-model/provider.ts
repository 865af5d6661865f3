import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel as SdkModel } from 'ai';

export interface ModelSettings {
  provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible';
  model: string;
  apiKey: string | undefined;
  /** Needed for openai-compatible; for the others it replaces the provider's own address. */
  baseUrl: string | undefined;
}

export function openModel({ provider, model, apiKey, baseUrl }: ModelSettings): SdkModel {
  const settings = {
    ...(apiKey !== undefined && { apiKey }),
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
        name: 'openai-compatible',
        baseURL: baseUrl,
        supportsStructuredOutputs: true,
        ...(apiKey !== undefined && { apiKey }),
      })(model);
  }
}
