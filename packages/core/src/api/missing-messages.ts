import type { ToolResultBlock } from '@antiphon/contract'
import { createUserMessage, type UserMessage } from '../message/user-message.ts'
import { deriveUUID } from '../message/uuid.ts'
import { type Piece, timestampOf } from './exchange.ts'
import { createMissingTurn } from './finish-exchange.ts'
import { createLedger } from './ledger.ts'
import type { RenderedExchange } from './render-exchange.ts'
import { createMissingResult } from './steps/pair-tool-results.ts'

/**
 * The repairs at the end of a history as messages: a loop records them before it sends, so that a
 * result which arrives afterwards cannot change what was sent.
 */
export function missingMessages({ exchange, finished }: RenderedExchange): readonly UserMessage[] {
  const results = exchange.reply.filter(piece => piece.inserted).map(toMessage)
  const last = exchange.answerSources.at(-1)
  if (!finished.answer || finished.reply || exchange.paused || !last) return results
  return [...results, createMissingTurn(last, createLedger())]
}

function toMessage(piece: Piece, position: number): UserMessage {
  const { source, block } = piece
  // The bare result: what the view put into it from other messages of the reply is still in those.
  const result = createMissingResult((block as ToolResultBlock).tool_use_id)
  return createUserMessage({
    content: [result],
    toolUseResult: result.content,
    ...(source.uuid !== null && {
      sourceToolAssistantUUID: source.uuid,
      uuid: deriveUUID(source.uuid.padEnd(24, '0'), MISSING_RESULT_PART + position),
    }),
    timestamp: timestampOf(source),
  })
}

/** Apart from every index that other derived messages use. */
const MISSING_RESULT_PART = 0xe0000
