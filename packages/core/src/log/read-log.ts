import { type BuildConversationOptions, buildConversation, type Conversation } from './build-conversation.ts'
import { decodeLines } from './line-codec.ts'
import { toLocatedEntries } from './log-line.ts'
import type { LogRepair } from './log-repair.ts'

/** Reads the bytes of a log as a conversation; lines that hold no entry are in the report, with their place. */
export function readLog(
  bytes: Uint8Array,
  options: Omit<BuildConversationOptions, 'offsets'> = {},
): Conversation {
  const lines = decodeLines(bytes)
  const { entries, offsets } = toLocatedEntries(lines)
  const conversation = buildConversation(entries, { ...options, offsets })
  const badLines = lines.flatMap((line): LogRepair[] =>
    line.kind === 'bad'
      ? [
          {
            rule: 'bad-line',
            uuid: null,
            offset: line.offset,
            detail: `${line.reason}, ${line.length} bytes`,
          },
        ]
      : [],
  )
  return { ...conversation, report: [...badLines, ...conversation.report] }
}
