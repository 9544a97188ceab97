import type { ApiRequest } from '../api-request.ts'
import { perRequest } from './per-request.ts'
import { type PlacedBlock, type PlacedMessage, viewRequest } from './request-view.ts'

/**
 * An assistant's run of messages and all that follows until the next one, as the API reads them: it merges
 * neighbours of one role before it looks for results. The first turn of a history has no run.
 */
export type ToolTurn = {
  /** The blocks of the assistant's messages. */
  readonly run: readonly PlacedBlock[]
  /** The `tool_use` blocks among them. */
  readonly calls: readonly PlacedBlock[]
  /** The blocks of the user's messages that follow. */
  readonly reply: readonly PlacedBlock[]
  /** The `tool_result` blocks with which the reply starts; only these answer a call. */
  readonly leading: readonly PlacedBlock[]
  /** All `tool_result` blocks of the reply. */
  readonly results: readonly PlacedBlock[]
  /** The system messages between the run and the next one. */
  readonly systemMessages: readonly PlacedMessage[]
  readonly isLast: boolean
}

/** The turns of a request in order; every message belongs to exactly one. */
export const toolTurns: (request: ApiRequest) => readonly ToolTurn[] = perRequest(request => {
  const turns: PlacedMessage[][] = []
  let previous = ''
  for (const message of viewRequest(request).messages) {
    const startsTurn = turns.length === 0 || (message.role === 'assistant' && previous !== 'assistant')
    if (startsTurn) turns.push([message])
    else turns.at(-1)?.push(message)
    previous = message.role
  }
  return turns.map((messages, index) => turnOf(messages, index === turns.length - 1))
})

function turnOf(messages: readonly PlacedMessage[], isLast: boolean): ToolTurn {
  const run: PlacedBlock[] = []
  const reply: PlacedBlock[] = []
  const systemMessages: PlacedMessage[] = []
  for (const message of messages) {
    if (message.role === 'system') systemMessages.push(message)
    const blocks = message.role === 'assistant' ? run : message.role === 'user' ? reply : []
    for (const view of message.blocks) blocks.push(view)
  }
  const end = reply.findIndex(view => view.type !== 'tool_result')
  return {
    run,
    calls: run.filter(view => view.type === 'tool_use'),
    reply,
    leading: end === -1 ? reply : reply.slice(0, end),
    results: reply.filter(view => view.type === 'tool_result'),
    systemMessages,
    isLast,
  }
}
