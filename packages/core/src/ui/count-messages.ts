import { isObject } from '@antiphon/contract'
import { isTranscriptEntry } from '../log/transcript-entry.ts'
import { readString } from '../message/read-field.ts'
import { SYNTHETIC_MODEL } from '../message/synthetic-texts.ts'
import { readContentBlocks } from './message-content.ts'
import type { NormalizedMessage } from './normalize-messages.ts'
import { toPersonItem } from './to-person-item.ts'

/** How much a log holds, by the one definition that every list, summary and page uses. */
export type MessageCounts = {
  /**
   * Everything that was stored as a message, each uuid once: what people, models, tools and the program said, in the
   * conversation, on branches and by subagents of the same file; not progress, and no records such as titles.
   */
  readonly messages: number
  /** Of those, what a person said to the session itself; a picture that came along is none of its own. */
  readonly prompts: number
  /** Answers of models: one is stored as several messages that share its id. */
  readonly answers: number
}

/** Counts the entries of one log. */
export function countMessages(entries: Iterable<unknown>): MessageCounts {
  const counter = createMessageCounter()
  for (const entry of entries) counter.add(entry)
  return counter.counts()
}

/** The same for who has the entries one after the other. */
export interface MessageCounter {
  add(entry: unknown): void
  counts(): MessageCounts
}

export function createMessageCounter(): MessageCounter {
  const uuids = new Set<string>()
  const answers = new Set<string>()
  let [unnamed, prompts] = [0, 0]
  return {
    add(entry) {
      if (!isTranscriptEntry(entry) || entry.type === 'progress') return
      const uuid = readString(entry, 'uuid') ?? ''
      if (uuid !== '' && uuids.has(uuid)) return
      if (uuid === '') unnamed += 1
      else uuids.add(uuid)
      if (isPrompt(entry)) prompts += 1
      const inner: unknown = entry.type === 'assistant' ? entry.message : undefined
      if (isObject(inner) && inner.model !== SYNTHETIC_MODEL)
        answers.add(readString(inner, 'id') ?? `${uuid} ${unnamed}`)
    },
    counts: () => ({ messages: uuids.size + unnamed, prompts, answers: answers.size }),
  }
}

function isPrompt(entry: unknown): boolean {
  if (!isObject(entry) || entry.isSidechain === true || entry.isVirtual === true) return false
  const said = entry.type === 'user' ? fromWords(entry) : entry
  // It reads its fields with care, and of several blocks the first.
  return said !== null && toPersonItem(said as unknown as NormalizedMessage)?.kind === 'prompt'
}

/** The message without pictures and files before its words; null where something else comes first. */
function fromWords(entry: Record<string, unknown>): object | null {
  const blocks = readContentBlocks(entry)
  const first = blocks.findIndex(({ type }) => type !== 'image' && type !== 'document')
  if (blocks[first]?.type !== 'text') return null
  return first === 0 ? entry : { ...entry, message: { role: 'user', content: blocks.slice(first) } }
}
