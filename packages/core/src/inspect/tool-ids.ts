import { isObject } from '@antiphon/contract'
import type { Entry } from '../log/entry.ts'

/** A call or a result in a log. */
export type ToolMention = {
  readonly id: string
  /** Of the entry that holds it. */
  readonly index: number
  readonly block: Readonly<Record<string, unknown>>
}

/** Every call and every result of a log, in its order. */
export function listToolMentions(entries: readonly Entry[]): {
  readonly calls: readonly ToolMention[]
  readonly results: readonly ToolMention[]
} {
  const calls: ToolMention[] = []
  const results: ToolMention[] = []
  for (const [index, entry] of entries.entries())
    for (const block of blocksOf(entry)) {
      if (block.type === 'tool_use' && typeof block.id === 'string')
        calls.push({ id: block.id, index, block })
      if (block.type === 'tool_result' && typeof block.tool_use_id === 'string')
        results.push({ id: block.tool_use_id, index, block })
    }
  return { calls, results }
}

/** The ids that a person may mean: the very one, or those that begin or end so, with or without `toolu_`. */
export function findToolIds(ids: Iterable<string>, asked: string): readonly string[] {
  const all = [...new Set(ids)]
  if (all.includes(asked)) return [asked]
  if (asked.length < MIN_LETTERS) return []
  return all.filter(id => id.startsWith(asked) || bare(id).startsWith(asked) || id.endsWith(asked))
}

/** Ids that look like what was asked for, the nearest first. */
export function findNearIds(ids: Iterable<string>, asked: string): readonly string[] {
  const pairs = (text: string): ReadonlySet<string> =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
  const wanted = pairs(bare(asked).toLowerCase())
  return [...new Set(ids)]
    .map(id => ({ id, shared: [...pairs(bare(id).toLowerCase())].filter(pair => wanted.has(pair)).length }))
    .sort((one, other) => other.shared - one.shared)
    .map(({ id }) => id)
}

const MIN_LETTERS = 3

function bare(id: string): string {
  return id.replace(/^(?:toolu|srvtoolu|call)_/, '')
}

function blocksOf(entry: Entry): readonly Readonly<Record<string, unknown>>[] {
  if (entry.type !== 'assistant' && entry.type !== 'user') return []
  const { message } = entry as Readonly<Record<string, unknown>>
  const content = isObject(message) ? message.content : undefined
  return Array.isArray(content) ? content.filter(isObject) : []
}
