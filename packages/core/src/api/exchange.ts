import type { ContentBlock } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'
import type { Repair, RepairAction } from './repair.ts'

/** A message of the log and its place there. */
export type Source = {
  readonly index: number
  readonly uuid: string | null
  readonly message: Readonly<Record<string, unknown>>
}

/** A block on its way into the request, with the message that it came from. */
export type Piece = {
  readonly block: ContentBlock
  readonly source: Source
  /** Set where the block is not in the log: a repair that the loop has to record before it sends. */
  readonly inserted?: true
  /** Set where the block speaks with the role `system`. */
  readonly system?: true
}

/**
 * One answer of the model and all that is said to it before the next answer. Every decision of the
 * normaliser is local to an exchange, so that what was sent once is sent the same way for ever.
 */
export type Exchange = {
  /** The entries that make up the answer; none at the head of a history. */
  readonly answerSources: readonly Source[]
  readonly answer: readonly Piece[]
  readonly reply: readonly Piece[]
  /** The API paused in the middle of this answer and nobody has spoken since: it is sent back as it is. */
  readonly paused: boolean
}

/** Numbers a message and notes its uuid, if it has one. */
export function createSource(message: Readonly<Record<string, unknown>>, index: number): Source {
  return {
    index,
    uuid: typeof message.uuid === 'string' && message.uuid !== '' ? message.uuid : null,
    message,
  }
}

/** The `message` field of an entry, or an empty object where it has none. */
export function innerMessage(source: Source): Readonly<Record<string, unknown>> {
  return isObject(source.message.message) ? source.message.message : NO_MESSAGE
}

const NO_MESSAGE: Readonly<Record<string, unknown>> = {}

/** When a message was written; the beginning of time where it does not say. */
export function timestampOf({ message }: Source): string {
  return typeof message.timestamp === 'string' ? message.timestamp : EPOCH
}

const EPOCH = '1970-01-01T00:00:00.000Z'

/** Why the model stopped: entries of one answer say so only once the answer is complete. */
export function lastStopReason(answer: readonly Source[]): unknown {
  for (let index = answer.length - 1; index >= 0; index--) {
    const { stop_reason: reason } = innerMessage(answer[index] as Source)
    if (reason != null) return reason
  }
  return undefined
}

/** A repair of something that came from `source`. */
export function repairOf(source: Source, rule: string, action: RepairAction, detail: string): Repair {
  return { rule, action, index: source.index, uuid: source.uuid, detail }
}

/** Changes each piece into others; the list is the same one where nothing changed. What is given is handed on to `change`. */
export function changePieces<Given = undefined>(
  pieces: readonly Piece[],
  change: (piece: Piece, given: Given, position: number) => Piece | readonly Piece[],
  // Without it the type is its default.
  given: Given = undefined as Given,
): readonly Piece[] {
  let changed: Piece[] | null = null
  for (let position = 0; position < pieces.length; position++) {
    const piece = pieces[position] as Piece
    const result = change(piece, given, position)
    if (!changed && result !== piece) changed = pieces.slice(0, position)
    if (!changed) continue
    if (isPiece(result)) changed.push(result)
    else for (const one of result) changed.push(one)
  }
  return changed ?? pieces
}

function isPiece(result: Piece | readonly Piece[]): result is Piece {
  return !Array.isArray(result)
}

/** The exchange with other pieces; the same one where nothing changed. */
export function withPieces(
  exchange: Exchange,
  pieces: { answer?: readonly Piece[]; reply?: readonly Piece[] },
): Exchange {
  const { answer = exchange.answer, reply = exchange.reply } = pieces
  return answer === exchange.answer && reply === exchange.reply ? exchange : { ...exchange, answer, reply }
}
