import { isObject } from '@antiphon/contract'
import type { SaidFields } from '../said/said.ts'
import type { LangChainUsage } from './message.ts'

/** The tokens of an answer as LangChain counts them; undefined where none were counted. */
export function toLangChainUsage(usage: unknown): LangChainUsage | undefined {
  if (!isObject(usage)) return undefined
  const cache_read = toCount(usage.cache_read_input_tokens)
  const cache_creation = toCount(usage.cache_creation_input_tokens)
  const input_tokens = toCount(usage.input_tokens) + cache_read + cache_creation
  const output_tokens = toCount(usage.output_tokens)
  if (input_tokens + output_tokens === 0) return undefined
  const input_token_details = { cache_read, cache_creation }
  return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens, input_token_details }
}

/** The other way; undefined where there is none. */
export function readLangChainUsage(usage: unknown): SaidFields | undefined {
  if (!isObject(usage)) return undefined
  const details = isObject(usage.input_token_details) ? usage.input_token_details : {}
  const cache_read_input_tokens = toCount(details.cache_read)
  const cache_creation_input_tokens = toCount(details.cache_creation)
  const fresh = toCount(usage.input_tokens) - cache_read_input_tokens - cache_creation_input_tokens
  const output_tokens = toCount(usage.output_tokens)
  const input_tokens = Math.max(0, fresh)
  return { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens }
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
