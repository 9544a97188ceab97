import { type BuildConversationOptions, buildConversation, type Conversation } from './build-conversation.ts'
import { decodeLines } from './line-codec.ts'
import { type LogLine, toLocatedEntries } from './log-line.ts'
import type { LogRepair } from './log-repair.ts'

/** Reads the bytes of a log as a conversation; lines that hold no entry, or bytes that are no text, are in the report, with their place. */
export function readLog(
  bytes: Uint8Array,
  options: Omit<BuildConversationOptions, 'offsets'> = {},
): Conversation {
  const lines = decodeLines(bytes)
  const { entries, offsets } = toLocatedEntries(lines)
  const conversation = buildConversation(entries, { ...options, offsets })
  return { ...conversation, report: [...lines.flatMap(findDamage), ...conversation.report] }
}

function findDamage(line: LogLine): readonly LogRepair[] {
  const { kind, offset, length } = line
  if (kind === 'bad')
    return [{ rule: 'bad-line', uuid: null, offset, detail: `${line.reason}, ${length} bytes` }]
  if (kind !== 'entry' || !line.hasInvalidText) return []
  const uuid = 'uuid' in line.entry && typeof line.entry.uuid === 'string' ? line.entry.uuid : null
  return [{ rule: 'invalid-text', uuid, offset, detail: 'bytes that are no UTF-8 are read as U+FFFD' }]
}
