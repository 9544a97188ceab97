import { createCompactBoundaryMessage } from '@antiphon/core'
import { countContextTokens } from '../../compaction/count-context-tokens.ts'
import { lastUuid } from '../../query/append-messages.ts'
import type { QueryEvent } from '../../query/query-event.ts'
import type { LocalCall, LocalCommand } from '../../session/command.ts'
import type { Session } from '../../session/session.ts'

/** Begins anew: a boundary without a summary. The log keeps what lies before it. */
export const clearCommand: LocalCommand = {
  kind: 'local',
  name: 'clear',
  aliases: ['reset', 'new'],
  description: 'Forget the conversation and begin anew; the log keeps it',
  argumentHint: '',
  run: clear,
}

async function* clear({ session }: LocalCall): AsyncGenerator<QueryEvent, string, undefined> {
  const { conversation } = session
  const before = conversation.messages()
  const last = lastUuid(before)
  if (last === undefined) return 'There is nothing to forget yet.'
  const boundary = {
    ...createCompactBoundaryMessage({
      trigger: 'manual',
      preTokens: countContextTokens(before),
      messagesSummarized: 0,
      lastPreCompactMessageUuid: last,
    }),
    content: 'Conversation cleared',
  }
  await session.record([boundary], last)
  conversation.restart([boundary])
  forget(session)
  yield boundary
  return 'The conversation was forgotten. The log keeps it.'
}

/** What the model knew only by what it said and read: a session that is resumed here knows nothing of it, either. */
function forget({ files, services }: Session): void {
  for (const [path] of [...files.entries()]) files.delete(path)
  services.todos.set([])
}
