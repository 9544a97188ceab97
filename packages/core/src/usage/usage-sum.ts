import { isObject, type JsonValue } from '@antiphon/contract'
import { readArray, readNumber, readString } from '../message/read-field.ts'

/** Usage with every field in its place: of one answer, or of several together, as a `result` event tells it. */
export type UsageSum = {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly output_tokens: number
  readonly output_tokens_details: { readonly thinking_tokens: number }
  readonly server_tool_use: { readonly web_search_requests: number; readonly web_fetch_requests: number }
  readonly service_tier: string
  readonly cache_creation: {
    readonly ephemeral_1h_input_tokens: number
    readonly ephemeral_5m_input_tokens: number
  }
  readonly inference_geo: string
  /** The parts of one answer; nothing where several are added up. */
  readonly iterations: readonly JsonValue[]
  readonly speed: string
  readonly fallback_credit: null
}

/** What nothing uses. */
export const NO_USAGE_SUM: UsageSum = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
  output_tokens_details: { thinking_tokens: 0 },
  server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
  service_tier: 'standard',
  cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
  inference_geo: '',
  iterations: [],
  speed: 'standard',
  fallback_credit: null,
}

/** Reads usage from anywhere: what is missing, null or no count becomes nothing. */
export function toUsageSum(usage: unknown): UsageSum {
  const fields: Readonly<Record<string, unknown>> = isObject(usage) ? usage : {}
  const { cache_creation: cache, server_tool_use: server, output_tokens_details: details } = fields
  return {
    input_tokens: readTokens(fields, 'input_tokens'),
    cache_creation_input_tokens: readTokens(fields, 'cache_creation_input_tokens'),
    cache_read_input_tokens: readTokens(fields, 'cache_read_input_tokens'),
    output_tokens: readTokens(fields, 'output_tokens'),
    output_tokens_details: toDetails(readTokens(details, 'thinking_tokens')),
    server_tool_use: toServerUse(
      readTokens(server, 'web_search_requests'),
      readTokens(server, 'web_fetch_requests'),
    ),
    service_tier: readString(fields, 'service_tier') ?? NO_USAGE_SUM.service_tier,
    cache_creation: toCacheCreation(
      readTokens(cache, 'ephemeral_1h_input_tokens'),
      readTokens(cache, 'ephemeral_5m_input_tokens'),
    ),
    inference_geo: readString(fields, 'inference_geo') ?? NO_USAGE_SUM.inference_geo,
    // An array that stood in JSON holds JSON.
    iterations: readArray(fields, 'iterations') as readonly JsonValue[],
    speed: readString(fields, 'speed') ?? NO_USAGE_SUM.speed,
    fallback_credit: null,
  }
}

// What is nothing, as most of it is in most answers, is shared.

function toDetails(thinking_tokens: number): UsageSum['output_tokens_details'] {
  return thinking_tokens === 0 ? NO_USAGE_SUM.output_tokens_details : { thinking_tokens }
}

function toServerUse(web_search_requests: number, web_fetch_requests: number): UsageSum['server_tool_use'] {
  const isNothing = web_search_requests === 0 && web_fetch_requests === 0
  return isNothing ? NO_USAGE_SUM.server_tool_use : { web_search_requests, web_fetch_requests }
}

function toCacheCreation(
  ephemeral_1h_input_tokens: number,
  ephemeral_5m_input_tokens: number,
): UsageSum['cache_creation'] {
  const isNothing = ephemeral_1h_input_tokens === 0 && ephemeral_5m_input_tokens === 0
  return isNothing ? NO_USAGE_SUM.cache_creation : { ephemeral_1h_input_tokens, ephemeral_5m_input_tokens }
}

/** The usage of both together. */
export function addUsage(one: UsageSum, other: UsageSum): UsageSum {
  return combine(one, other, { counts: (first, second) => first + second, iterations: () => [] })
}

/** Two reports of one answer: each field's maximum, since counts only grow while an answer streams. */
export function mergeUsage(one: UsageSum, other: UsageSum): UsageSum {
  return combine(one, other, { counts: Math.max, iterations: longer })
}

/** All that an answer read: its prompt, from the cache or not. */
export function countPromptTokens(usage: UsageSum): number {
  return usage.input_tokens + usage.cache_read_input_tokens + countCacheWrites(usage).total
}

/** What was written to the cache, by lifetime; usage that does not tell the lifetime counts as five minutes. */
export function countCacheWrites(usage: UsageSum): {
  readonly total: number
  readonly for5m: number
  readonly for1h: number
} {
  const { ephemeral_1h_input_tokens: for1h, ephemeral_5m_input_tokens: told } = usage.cache_creation
  const total = Math.max(usage.cache_creation_input_tokens, for1h + told)
  return { total, for5m: total - for1h, for1h }
}

function readTokens(value: unknown, name: string): number {
  return Math.max(0, readNumber(value, name) ?? 0)
}

type Rules = {
  readonly counts: (one: number, other: number) => number
  readonly iterations: (one: UsageSum['iterations'], other: UsageSum['iterations']) => UsageSum['iterations']
}

function combine(one: UsageSum, other: UsageSum, { counts, iterations }: Rules): UsageSum {
  const { cache_creation: cache, server_tool_use: server, output_tokens_details: details } = one
  return {
    input_tokens: counts(one.input_tokens, other.input_tokens),
    cache_creation_input_tokens: counts(one.cache_creation_input_tokens, other.cache_creation_input_tokens),
    cache_read_input_tokens: counts(one.cache_read_input_tokens, other.cache_read_input_tokens),
    output_tokens: counts(one.output_tokens, other.output_tokens),
    output_tokens_details: toDetails(
      counts(details.thinking_tokens, other.output_tokens_details.thinking_tokens),
    ),
    server_tool_use: toServerUse(
      counts(server.web_search_requests, other.server_tool_use.web_search_requests),
      counts(server.web_fetch_requests, other.server_tool_use.web_fetch_requests),
    ),
    service_tier: chooseLabel('service_tier', one, other),
    cache_creation: toCacheCreation(
      counts(cache.ephemeral_1h_input_tokens, other.cache_creation.ephemeral_1h_input_tokens),
      counts(cache.ephemeral_5m_input_tokens, other.cache_creation.ephemeral_5m_input_tokens),
    ),
    inference_geo: chooseLabel('inference_geo', one, other),
    iterations: iterations(one.iterations, other.iterations),
    speed: chooseLabel('speed', one, other),
    fallback_credit: null,
  }
}

/** What differs from the usual is told, whichever came first. */
function chooseLabel(
  name: 'service_tier' | 'inference_geo' | 'speed',
  one: UsageSum,
  other: UsageSum,
): string {
  if (one[name] === NO_USAGE_SUM[name]) return other[name]
  if (other[name] === NO_USAGE_SUM[name]) return one[name]
  return laterText(one[name], other[name])
}

/** One of two texts, the same whichever comes first. */
export function laterText(one: string, other: string): string {
  if (one === other) return one
  return [one, other].sort().at(-1) ?? one
}

function longer(one: UsageSum['iterations'], other: UsageSum['iterations']): UsageSum['iterations'] {
  if (one.length !== other.length) return one.length > other.length ? one : other
  if (one.length === 0) return one
  return JSON.stringify(one) >= JSON.stringify(other) ? one : other
}
