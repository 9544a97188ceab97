import { type MessageAuthor, readOriginAuthor } from '../message/message-author.ts'
import { readText } from '../message/read-field.ts'

/** How somebody answered a question of the agent. */
export type Decision = 'allow' | 'deny' | 'answer'

/** A question that somebody answered. */
export type Decided = {
  readonly requestId: string
  readonly author: MessageAuthor
  readonly behavior: Decision
  readonly toolName: string
}

/** Adds who answered, where the event says it; only the newest few are kept. */
export function noteDecided(
  decided: readonly Decided[],
  event: { readonly request_id: string; readonly origin?: unknown },
): readonly Decided[] {
  const author = readOriginAuthor(event.origin)
  if (!author) return decided
  const toolName = readText(event, 'tool_name') ?? ''
  // Who chooses an answer allows nothing.
  const allowed = toolName === 'AskUserQuestion' ? 'answer' : 'allow'
  const behavior = readText(event, 'behavior') === 'allow' ? allowed : 'deny'
  const added: Decided = { requestId: event.request_id, author, behavior, toolName }
  return [...decided.filter(({ requestId }) => requestId !== added.requestId), added].slice(-MAX_DECIDED)
}

const MAX_DECIDED = 3
