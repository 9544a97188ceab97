import type { Platform } from '@antiphon/contract'

/** Who serves a model, in the words of the conventions. */
export const PLATFORM_PROVIDERS: Readonly<Record<Platform, string>> = {
  anthropic: 'anthropic',
  bedrock: 'aws.bedrock',
  vertex: 'gcp.vertex_ai',
}

/** Who made a model, by its name: of a stored session nothing else tells who served it. */
export function findProviderName(model: string): string {
  const name = model.toLowerCase()
  return MAKERS.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown'
}

const MAKERS: readonly (readonly [RegExp, string])[] = [
  [/claude|anthropic/, 'anthropic'],
  [/gpt|codex|openai|^o\d/, 'openai'],
  [/gemini/, 'gcp.gemini'],
  [/mistral|devstral|codestral|voxtral/, 'mistral_ai'],
  [/grok/, 'x_ai'],
  [/deepseek/, 'deepseek'],
  [/kimi|moonshot/, 'moonshot_ai'],
  [/command-|cohere/, 'cohere'],
]
