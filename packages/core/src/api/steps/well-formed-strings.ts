import { hasLoneSurrogate, isObject, isThinkingBlock } from '@antiphon/contract'
import { changePieces, type Exchange, type Piece, withPieces } from '../exchange.ts'
import type { Step, StepContext } from '../step.ts'

/** ENV-03: replaces halves of surrogate pairs, which no UTF-8 body can carry. Thinking is never edited: see keepThinkingRuns. */
export const wellFormedStrings: Step = (exchange, context): Exchange =>
  withPieces(exchange, {
    answer: changePieces(exchange.answer, repairPiece, context),
    reply: changePieces(exchange.reply, repairPiece, context),
  })

function repairPiece(piece: Piece, context: StepContext): Piece {
  if (isThinkingBlock(piece.block) || isWellFormed(piece.block)) return piece
  context.repair(piece.source, 'ENV-03', 'edited', `lone surrogates in ${piece.block.type}`)
  return { ...piece, block: toWellFormed(piece.block) as Piece['block'] }
}

/** True where every string in a JSON value, keys included, is whole Unicode. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !hasLoneSurrogate(value)
  if (Array.isArray(value)) return value.every(isWellFormed)
  if (!isObject(value)) return true
  for (const key in value) if (hasLoneSurrogate(key) || !isWellFormed(value[key])) return false
  return true
}

function toWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return replaceHalves(value)
  if (Array.isArray(value)) return value.map(toWellFormed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [replaceHalves(key), toWellFormed(field)]),
  )
}

/** Text in which every half of a surrogate pair has become the replacement character. */
export function replaceHalves(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
