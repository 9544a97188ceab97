import type { ModelFacts } from './models.ts'

const OLDER = {
  context: 200000,
  thinkingDefault: 'off',
  effort: null,
  effortDefault: null,
  prefill: true,
  forcedToolChoice: true,
  midConversationSystem: false,
  prefixCheck: false,
  mediaLimit: 100,
  sampling: null,
  minCacheTokens: 1024,
} as const

/** The first that think before they answer. */
const THINKING = { ...OLDER, maxOutput: 64000, thinkingTypes: ['enabled', 'disabled'] } as const

const BEFORE_THINKING = { ...OLDER, maxOutput: 8192, thinkingTypes: ['disabled'] } as const

/** Models that new requests no longer name but that real transcripts do; prices where the research has them. */
export const OLDER_MODELS: Readonly<Record<string, ModelFacts>> = {
  'claude-opus-4-1': {
    ...THINKING,
    maxOutput: 32000,
    sampling: 'one-of',
    usdPerMTok: { input: 15, cacheWrite5m: 18.75, cacheWrite1h: 30, cacheRead: 1.5, output: 75 },
  },
  'claude-opus-4': {
    ...THINKING,
    maxOutput: 32000,
    usdPerMTok: { input: 15, cacheWrite5m: 18.75, cacheWrite1h: 30, cacheRead: 1.5, output: 75 },
  },
  'claude-sonnet-4': {
    ...THINKING,
    usdPerMTok: { input: 3, cacheWrite5m: 3.75, cacheWrite1h: 6, cacheRead: 0.3, output: 15 },
  },
  'claude-3-7-sonnet': { ...THINKING, usdPerMTok: null },
  'claude-3-5-sonnet': { ...BEFORE_THINKING, usdPerMTok: null },
  'claude-3-5-haiku': {
    ...BEFORE_THINKING,
    minCacheTokens: 2048,
    usdPerMTok: { input: 0.8, cacheWrite5m: 1, cacheWrite1h: 1.6, cacheRead: 0.08, output: 4 },
  },
}
