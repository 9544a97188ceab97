import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { hangOn } from './hang-on.ts'
import type { ReportSessionLoss } from './session-loss.ts'

type Block = Readonly<Record<string, unknown>>

/**
 * Takes thinking out of answers that no API has signed: a program that sends its log as it is would be refused. It stays in
 * the file, in a record behind its answer; an answer of nothing else is that record alone, and what hung on it hangs on
 * what was before.
 */
export function holdThinking(entries: readonly Entry[], report: ReportSessionLoss): readonly Entry[] {
  const gone = new Map<string, string | null>()
  const held = entries.flatMap(entry => {
    const { content, message } = readAnswer(entry)
    const unsigned = content.filter(isUnsigned)
    if (!message || unsigned.length === 0) return [entry]
    const { uuid, parentUuid, sessionId }: Block = entry as Block
    const name = typeof uuid === 'string' ? uuid : null
    for (const block of unsigned)
      report({ rule: 'thinking', action: 'carried', uuid: name, detail: describeThinking(block) })
    const record = { type: HELD_THINKING, of: name, sessionId, blocks: unsigned }
    const rest = content.filter(block => !isUnsigned(block))
    if (rest.length > 0) return [{ ...entry, message: { ...message, content: rest } } as Entry, record]
    if (name !== null) gone.set(name, typeof parentUuid === 'string' ? parentUuid : null)
    return [record]
  })
  return gone.size === 0 ? held : held.map(entry => hangOn(entry, gone))
}

/** What a model thought that nobody may send, beside the answer that it belonged to. */
const HELD_THINKING = 'held-thinking'

function readAnswer(entry: Entry): { readonly content: readonly Block[]; readonly message?: Block } {
  if (!isTranscriptEntry(entry) || entry.type !== 'assistant') return NOTHING
  const message: unknown = entry.message
  if (!isObject(message) || !Array.isArray(message.content)) return NOTHING
  return { content: message.content.filter(isObject), message }
}

const NOTHING = { content: [] } as const

function isUnsigned({ type, thinking, signature, data }: Block): boolean {
  if (type === 'redacted_thinking') return typeof data !== 'string' || data === ''
  if (type !== 'thinking') return false
  return typeof thinking !== 'string' || typeof signature !== 'string' || signature === ''
}

function describeThinking({ thinking }: Block): string {
  return typeof thinking === 'string' ? `${thinking.length} characters` : 'hidden'
}
