import { lookupTable } from './lookup-table.ts'
import { OLDER_MODELS } from './older-models.ts'

/** What validity and price depend on for one model; `null` where nobody knows. From api-models.json. */
export type ModelFacts = {
  readonly context: number
  readonly maxOutput: number
  readonly thinkingTypes: readonly string[]
  readonly thinkingDefault: 'always' | 'on' | 'off'
  readonly effort: readonly string[] | null
  readonly effortDefault: string | null
  readonly prefill: boolean
  readonly sampling: 'rejected' | 'one-of' | null
  readonly forcedToolChoice: boolean | null
  readonly midConversationSystem: boolean | null
  /** Thinking blocks are bound to everything before them and checked on every request. */
  readonly prefixCheck: boolean | null
  readonly minCacheTokens: number | null
  readonly mediaLimit: number
  readonly usdPerMTok: UsdPerMTok | null
  readonly disabledMaxEffort?: string
  readonly fastUsd?: readonly [number, number]
  readonly tierOver100kPromptTokens?: UsdPerMTok
  readonly endOfLife?: string
}

export type UsdPerMTok = {
  readonly input: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly cacheRead: number
  readonly output: number
}

/** Facts as of 2026-11. Prices are stored, never derived: the cache-read discount differs by model. */
export const MODELS: Readonly<Record<string, ModelFacts>> = lookupTable<Record<string, ModelFacts>>({
  ...OLDER_MODELS,
  // only seen in SDK Model union; all values guessed
  'claude-fable-5-2': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive'],
    thinkingDefault: 'always',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: null,
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: false,
    midConversationSystem: true,
    prefixCheck: null,
    minCacheTokens: null,
    mediaLimit: 600,
    usdPerMTok: null,
  },
  // only seen in SDK Model union; all values guessed
  'claude-mythos-5-2': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive'],
    thinkingDefault: 'always',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: null,
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: false,
    midConversationSystem: true,
    prefixCheck: null,
    minCacheTokens: null,
    mediaLimit: 600,
    usdPerMTok: null,
  },
  'claude-fable-5-1': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive'],
    thinkingDefault: 'always',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: false,
    midConversationSystem: true,
    prefixCheck: true,
    minCacheTokens: null,
    mediaLimit: 600,
    usdPerMTok: { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 0.25, output: 50 },
  },
  // records prefix, does not check
  'claude-mythos-5-1': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive'],
    thinkingDefault: 'always',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: false,
    midConversationSystem: true,
    prefixCheck: false,
    minCacheTokens: null,
    mediaLimit: 600,
    usdPerMTok: { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 0.25, output: 50 },
  },
  'claude-fable-5': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive'],
    thinkingDefault: 'always',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: false,
    midConversationSystem: true,
    prefixCheck: false,
    minCacheTokens: 512,
    mediaLimit: 600,
    usdPerMTok: { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1, output: 50 },
  },
  'claude-mythos-5': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive'],
    thinkingDefault: 'always',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: false,
    midConversationSystem: true,
    prefixCheck: false,
    minCacheTokens: 512,
    mediaLimit: 600,
    usdPerMTok: { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1, output: 50 },
  },
  'claude-opus-5-5': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive'],
    thinkingDefault: 'always',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'medium',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: false,
    midConversationSystem: true,
    prefixCheck: true,
    minCacheTokens: null,
    mediaLimit: 600,
    usdPerMTok: { input: 4, cacheWrite5m: 5, cacheWrite1h: 8, cacheRead: 0.2, output: 20 },
    fastUsd: [8, 40],
  },
  'claude-opus-5': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'disabled'],
    thinkingDefault: 'on',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: true,
    midConversationSystem: true,
    prefixCheck: false,
    minCacheTokens: 512,
    mediaLimit: 600,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
    disabledMaxEffort: 'high',
    fastUsd: [10, 50],
  },
  'claude-opus-4-8': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'disabled'],
    thinkingDefault: 'off',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: true,
    midConversationSystem: true,
    prefixCheck: false,
    minCacheTokens: 1024,
    mediaLimit: 600,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
    fastUsd: [10, 50],
  },
  'claude-opus-4-7': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'disabled'],
    thinkingDefault: 'off',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: true,
    midConversationSystem: false,
    prefixCheck: false,
    minCacheTokens: 2048,
    mediaLimit: 600,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
  },
  'claude-opus-4-6': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'enabled', 'disabled'],
    thinkingDefault: 'off',
    effort: ['low', 'medium', 'high', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'one-of',
    forcedToolChoice: true,
    midConversationSystem: false,
    prefixCheck: false,
    minCacheTokens: 4096,
    mediaLimit: 600,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
  },
  // prefixCheck per newer/third-party docs; cacheRead 0.10 claimed by one crate
  'claude-sonnet-5-5': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'between_tools'],
    thinkingDefault: 'on',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: false,
    midConversationSystem: true,
    prefixCheck: true,
    minCacheTokens: 512,
    mediaLimit: 600,
    usdPerMTok: { input: 2, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.2, output: 10 },
  },
  'claude-sonnet-5': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'disabled'],
    thinkingDefault: 'on',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: true,
    midConversationSystem: false,
    prefixCheck: false,
    minCacheTokens: 1024,
    mediaLimit: 600,
    usdPerMTok: { input: 2, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.2, output: 10 },
  },
  'claude-sonnet-4-6': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'enabled', 'disabled'],
    thinkingDefault: 'off',
    effort: ['low', 'medium', 'high', 'max'],
    effortDefault: 'high',
    prefill: false,
    sampling: 'one-of',
    forcedToolChoice: true,
    midConversationSystem: false,
    prefixCheck: false,
    minCacheTokens: 1024,
    mediaLimit: 600,
    usdPerMTok: { input: 3, cacheWrite5m: 3.75, cacheWrite1h: 6, cacheRead: 0.3, output: 15 },
  },
  // 1h write inferred 2x; prices from third parties
  'claude-haiku-5-5': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'disabled'],
    thinkingDefault: 'on',
    effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortDefault: 'medium',
    prefill: false,
    sampling: 'rejected',
    forcedToolChoice: null,
    midConversationSystem: null,
    prefixCheck: true,
    minCacheTokens: null,
    mediaLimit: 600,
    usdPerMTok: { input: 0.1, cacheWrite5m: 0.125, cacheWrite1h: 0.2, cacheRead: 0.01, output: 0.5 },
    disabledMaxEffort: 'high',
    tierOver100kPromptTokens: {
      input: 0.5,
      cacheWrite5m: 0.625,
      cacheWrite1h: 1,
      cacheRead: 0.05,
      output: 2.5,
    },
  },
  'claude-mythos-preview': {
    context: 1000000,
    maxOutput: 128000,
    thinkingTypes: ['adaptive', 'enabled'],
    thinkingDefault: 'always',
    effort: null,
    effortDefault: null,
    prefill: false,
    sampling: null,
    forcedToolChoice: null,
    midConversationSystem: false,
    prefixCheck: false,
    minCacheTokens: 2048,
    mediaLimit: 600,
    usdPerMTok: null,
  },
  'claude-opus-4-5': {
    context: 200000,
    maxOutput: 64000,
    thinkingTypes: ['enabled', 'disabled'],
    thinkingDefault: 'off',
    effort: ['low', 'medium', 'high'],
    effortDefault: 'high',
    prefill: true,
    sampling: 'one-of',
    forcedToolChoice: true,
    midConversationSystem: false,
    prefixCheck: false,
    minCacheTokens: 4096,
    mediaLimit: 100,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
  },
  'claude-sonnet-4-5': {
    context: 200000,
    maxOutput: 64000,
    thinkingTypes: ['enabled', 'disabled'],
    thinkingDefault: 'off',
    effort: null,
    effortDefault: null,
    prefill: true,
    sampling: 'one-of',
    forcedToolChoice: true,
    midConversationSystem: false,
    prefixCheck: false,
    minCacheTokens: 1024,
    mediaLimit: 100,
    usdPerMTok: { input: 3, cacheWrite5m: 3.75, cacheWrite1h: 6, cacheRead: 0.3, output: 15 },
    endOfLife: '2026-11-30',
  },
  'claude-haiku-4-5': {
    context: 200000,
    maxOutput: 64000,
    thinkingTypes: ['enabled', 'disabled'],
    thinkingDefault: 'off',
    effort: null,
    effortDefault: null,
    prefill: true,
    sampling: 'one-of',
    forcedToolChoice: true,
    midConversationSystem: false,
    prefixCheck: false,
    minCacheTokens: 4096,
    mediaLimit: 100,
    usdPerMTok: { input: 1, cacheWrite5m: 1.25, cacheWrite1h: 2, cacheRead: 0.1, output: 5 },
  },
})

/** The newest behaviour: what an unknown model is taken for, since new models are stricter than old ones. */
const UNKNOWN_MODEL: ModelFacts = {
  ...(MODELS['claude-opus-5-5'] as ModelFacts),
  usdPerMTok: null,
  midConversationSystem: false,
}

/** Facts of a model by any of its names: dated, with a region or vendor prefix, with a context suffix. */
export function modelFacts(model: string): ModelFacts {
  const name = canonicalModelName(model)
  return (Object.hasOwn(MODELS, name) ? MODELS[name] : undefined) ?? UNKNOWN_MODEL
}

/** `us.anthropic.claude-opus-4-5-20251101-v1:0` and `claude-opus-4-5@20251101` are both `claude-opus-4-5`. */
export function canonicalModelName(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/\[1m\]$/, '')
    .replace(/^(?:[a-z-]+\.)?anthropic\./, '')
    .replace(/:\d+$/, '')
    .replace(/-v\d+$/, '')
    .replace(/[-@]\d{8}$/, '')
    .replace(/-v\d+$/, '')
    .replace(/-latest$/, '')
    .replace(/(\d)\.(\d)/, '$1-$2')
    .replace(/-(\d)-0$/, '-$1')
}
