import { isObject } from '@antiphon/contract'
import { buildConversation, deriveUUID, type Entry, type TranscriptEntry } from '@antiphon/core'
import { createMissingResult } from '@antiphon/core/api'
import type { ReportSessionLoss } from './session-loss.ts'

/** Puts a result behind each answer of the conversation whose calls have none there: the API takes no call without. */
export function answerCalls(entries: readonly Entry[], report: ReportSessionLoss): readonly Entry[] {
  const path = buildConversation(entries).messages
  const behind = new Map<string, Entry>()
  const parents = new Map<string, string>()
  const answered = new Set(path.flatMap(message => listBlocks(message, 'tool_result', 'tool_use_id')))
  const called = new Set<string>()
  let open: readonly { readonly id: string; readonly uuid: string }[] = []
  path.forEach((message, index) => {
    const ids = listBlocks(message, 'tool_use', 'id').filter(id => !answered.has(id) && !called.has(id))
    for (const id of ids) called.add(id)
    open = [...open, ...ids.map(id => ({ id, uuid: message.uuid }))]
    const next = path[index + 1]
    if (open.length === 0 || (next && isSameAnswer(message, next))) return
    for (const { id, uuid } of open)
      report({ rule: 'missing-result', action: 'added', uuid, detail: `for the call ${id}` })
    const result = toResults(
      message,
      open.map(({ id }) => id),
    )
    behind.set(message.uuid, result as unknown as Entry)
    if (next) parents.set(next.uuid, result.uuid)
    open = []
  })
  if (behind.size === 0) return entries
  return entries.flatMap(entry => {
    const uuid = 'uuid' in entry ? String(entry.uuid) : ''
    const parent = parents.get(uuid)
    const added = behind.get(uuid)
    const linked = parent === undefined ? entry : ({ ...entry, parentUuid: parent } as Entry)
    return added ? [linked, added] : [linked]
  })
}

function listBlocks(message: TranscriptEntry, type: string, field: string): readonly string[] {
  const content: unknown = 'message' in message && isObject(message.message) ? message.message.content : null
  if (!Array.isArray(content)) return []
  return content.flatMap(block =>
    isObject(block) && block.type === type && typeof block[field] === 'string' ? [block[field]] : [],
  )
}

function isSameAnswer(message: TranscriptEntry, next: TranscriptEntry): boolean {
  if (message.type !== 'assistant' || next.type !== 'assistant') return false
  const [one, other]: readonly unknown[] = [message.message, next.message]
  return isObject(one) && isObject(other) && one.id !== undefined && one.id === other.id
}

function toResults(message: TranscriptEntry, ids: readonly string[]) {
  const { type: _, message: __, ...envelope } = message as TranscriptEntry & { readonly message?: unknown }
  return {
    ...envelope,
    type: 'user',
    parentUuid: message.uuid,
    uuid: deriveUUID(message.uuid.padEnd(24, '0'), ANSWER_PART),
    message: {
      role: 'user',
      content: ids.map(createMissingResult),
    },
    sourceToolAssistantUUID: message.uuid,
  }
}

/** Apart from every index that other derived messages use. */
const ANSWER_PART = 0xc0000
