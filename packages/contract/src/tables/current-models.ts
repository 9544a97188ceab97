import type { ModelFacts } from './models.ts'

const LEVELS = ['low', 'medium', 'high', 'xhigh', 'max'] as const

/** Fable, Mythos, Opus 5.5: thinking is always on. */
const NEWEST = {
  context: 1_000_000,
  maxOutput: 128_000,
  thinkingTypes: ['adaptive'],
  thinkingDefault: 'always',
  effort: LEVELS,
  effortDefault: 'high',
  prefill: false,
  sampling: 'rejected',
  forcedToolChoice: false,
  midConversationSystem: true,
  prefixCheck: true,
  minCacheTokens: null,
  mediaLimit: 600,
} as const

/** Thinking can be turned off. */
const OPTIONAL = {
  context: 1_000_000,
  maxOutput: 128_000,
  thinkingTypes: ['adaptive', 'disabled'],
  thinkingDefault: 'off',
  effort: LEVELS,
  effortDefault: 'high',
  prefill: false,
  sampling: 'rejected',
  forcedToolChoice: true,
  midConversationSystem: false,
  prefixCheck: false,
  minCacheTokens: 1024,
  mediaLimit: 600,
} as const

/** The 4.5 family: 200k context, manual thinking, prefill. */
const FOUR_FIVE = {
  context: 200_000,
  maxOutput: 64_000,
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
} as const

/** Facts as of 2026-11. Prices are stored, never derived: the cache-read discount differs by model. */
export const CURRENT_MODELS: Readonly<Record<string, ModelFacts>> = {
  // only seen in SDK Model union; all values guessed
  'claude-fable-5-2': {
    ...NEWEST,
    effortDefault: null,
    prefixCheck: null,
    usdPerMTok: null,
  },
  // only seen in SDK Model union; all values guessed
  'claude-mythos-5-2': {
    ...NEWEST,
    effortDefault: null,
    prefixCheck: null,
    usdPerMTok: null,
  },
  'claude-fable-5-1': {
    ...NEWEST,
    usdPerMTok: { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 0.25, output: 50 },
  },
  // records prefix, does not check
  'claude-mythos-5-1': {
    ...NEWEST,
    prefixCheck: false,
    usdPerMTok: { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 0.25, output: 50 },
  },
  'claude-fable-5': {
    ...NEWEST,
    prefixCheck: false,
    minCacheTokens: 512,
    usdPerMTok: { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1, output: 50 },
  },
  'claude-mythos-5': {
    ...NEWEST,
    prefixCheck: false,
    minCacheTokens: 512,
    usdPerMTok: { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1, output: 50 },
  },
  'claude-opus-5-5': {
    ...NEWEST,
    effortDefault: 'medium',
    usdPerMTok: { input: 4, cacheWrite5m: 5, cacheWrite1h: 8, cacheRead: 0.2, output: 20 },
    fastUsd: [8, 40],
  },
  'claude-opus-5': {
    ...OPTIONAL,
    thinkingDefault: 'on',
    midConversationSystem: true,
    minCacheTokens: 512,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
    disabledMaxEffort: 'high',
    fastUsd: [10, 50],
  },
  'claude-opus-4-8': {
    ...OPTIONAL,
    midConversationSystem: true,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
    fastUsd: [10, 50],
  },
  'claude-opus-4-7': {
    ...OPTIONAL,
    minCacheTokens: 2048,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
  },
  'claude-opus-4-6': {
    ...OPTIONAL,
    thinkingTypes: ['adaptive', 'enabled', 'disabled'],
    effort: ['low', 'medium', 'high', 'max'],
    sampling: 'one-of',
    minCacheTokens: 4096,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
  },
  // prefixCheck per newer/third-party docs; cacheRead 0.10 claimed by one crate
  'claude-sonnet-5-5': {
    ...NEWEST,
    thinkingTypes: ['adaptive', 'between_tools'],
    thinkingDefault: 'on',
    minCacheTokens: 512,
    usdPerMTok: { input: 2, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.2, output: 10 },
  },
  'claude-sonnet-5': {
    ...OPTIONAL,
    thinkingDefault: 'on',
    usdPerMTok: { input: 2, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.2, output: 10 },
  },
  'claude-sonnet-4-6': {
    ...OPTIONAL,
    thinkingTypes: ['adaptive', 'enabled', 'disabled'],
    effort: ['low', 'medium', 'high', 'max'],
    sampling: 'one-of',
    usdPerMTok: { input: 3, cacheWrite5m: 3.75, cacheWrite1h: 6, cacheRead: 0.3, output: 15 },
  },
  // 1h write inferred 2x; prices from third parties
  'claude-haiku-5-5': {
    ...NEWEST,
    thinkingTypes: ['adaptive', 'disabled'],
    thinkingDefault: 'on',
    effortDefault: 'medium',
    forcedToolChoice: null,
    midConversationSystem: null,
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
    ...OPTIONAL,
    thinkingTypes: ['adaptive', 'enabled'],
    thinkingDefault: 'always',
    effort: null,
    effortDefault: null,
    sampling: null,
    forcedToolChoice: null,
    minCacheTokens: 2048,
    usdPerMTok: null,
  },
  'claude-opus-4-5': {
    ...FOUR_FIVE,
    effort: ['low', 'medium', 'high'],
    effortDefault: 'high',
    minCacheTokens: 4096,
    usdPerMTok: { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 },
  },
  'claude-sonnet-4-5': {
    ...FOUR_FIVE,
    usdPerMTok: { input: 3, cacheWrite5m: 3.75, cacheWrite1h: 6, cacheRead: 0.3, output: 15 },
    endOfLife: '2026-11-30',
  },
  'claude-haiku-4-5': {
    ...FOUR_FIVE,
    minCacheTokens: 4096,
    usdPerMTok: { input: 1, cacheWrite5m: 1.25, cacheWrite1h: 2, cacheRead: 0.1, output: 5 },
  },
}
