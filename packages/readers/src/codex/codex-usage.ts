import type { JsonObject } from '@antiphon/contract'
import type { EntryUsage } from '../entries/entry-writer.ts'
import { readCount, readObject } from '../json/fields.ts'

export type CountedTokens = { readonly totals: string; readonly usage: EntryUsage | null }

/**
 * What a `token_count` adds. Codex tells the same totals again whenever a limit or a setting changed: only a record whose
 * totals differ from the one before is an answer. Cache is inside of its input, reasoning inside of its output.
 */
export function countTokens(payload: JsonObject, before: string): CountedTokens {
  const info = readObject(payload, 'info')
  const total = readObject(info, 'total_token_usage')
  const totals = JSON.stringify(total)
  if (totals === '{}' || totals === before) return { totals: before, usage: null }
  const last = readObject(info, 'last_token_usage')
  const read = readCount(last, 'cached_input_tokens')
  const written = readCount(last, 'cache_write_input_tokens')
  const usage = {
    input_tokens: Math.max(0, readCount(last, 'input_tokens') - read - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    output_tokens: readCount(last, 'output_tokens'),
  }
  return { totals, usage }
}
