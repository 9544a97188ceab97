import type { Conversation } from '../log/build-conversation.ts'
import { readString } from '../message/read-field.ts'

/** The folder that a session belongs to: where it was moved to, else where it began, wherever it went since. */
export function readSessionFolder({
  records,
  messages,
  leaf,
}: Pick<Conversation, 'records' | 'messages' | 'leaf'>): string | undefined {
  const session = readString(leaf, 'sessionId')
  const moved = records.findLast(
    record =>
      record.type === 'relocated' &&
      readString(record, 'relocatedCwd') &&
      (readString(record, 'sessionId') ?? session) === session,
  )
  return readString(moved, 'relocatedCwd') ?? firstFolder(messages)
}

function firstFolder(messages: Conversation['messages']): string | undefined {
  for (const message of messages) {
    const folder = readString(message, 'cwd')
    if (folder) return folder
  }
  return undefined
}
