import { type ContentBlock, isBlank, isContentBlock, isServerToolResultBlock } from '@antiphon/contract'
import { type ApiPlan, WHOLE_PLAN } from './api-plan.ts'
import { type Exchange, innerMessage, lastStopReason, type Piece, repairOf, type Source } from './exchange.ts'
import { unsentReason } from './omit-unsent.ts'
import { reorderAttachments } from './reorder-attachments-for-api.ts'
import type { Report } from './repair.ts'
import { stripRefusedMedia } from './steps/strip-refused-media.ts'
import { toPieces } from './steps/to-pieces.ts'

/** The entries of an exchange while it can still grow, in the order of the log. */
export type OpenExchange = {
  readonly answer: Source[]
  readonly reply: Source[]
}

/** Turns the entries of an exchange into the blocks that the model is to read of them. */
export function toExchange(
  open: OpenExchange,
  report: Report,
  { stages }: Pick<ApiPlan, 'stages'> = WHOLE_PLAN,
): Exchange {
  const speak = stages.has('omitUnsent') ? speech : toPieces
  const said = stages.has('reorderAttachments')
    ? reorderAttachments(open.reply, source => source.message)
    : open.reply
  const kept = stages.has('stripRefusedMedia') ? stripRefusedMedia(said, report) : said
  const reply = piecesOf(kept, speak, report)
  return {
    answerSources: open.answer,
    answer: piecesOf(open.answer, speak, report),
    reply,
    paused: reply.length === 0 && isPaused(open.answer),
  }
}

function piecesOf(sources: readonly Source[], speak: typeof toPieces, report: Report): readonly Piece[] {
  const [first] = sources
  if (!first) return NOTHING
  const pieces = speak(first, report)
  return sources.length === 1
    ? pieces
    : pieces.concat(sources.slice(1).flatMap(source => speak(source, report)))
}

const NOTHING: readonly Piece[] = []

/** True where something in these entries is for the model. */
export function isSpoken(sources: readonly Source[]): boolean {
  return sources.some(source => speech(source, () => undefined).length > 0)
}

/** True where the API stopped in the middle of its own work and wants the answer back as it is. */
export function isPaused(answer: readonly Source[]): boolean {
  if (lastStopReason(answer) !== 'pause_turn') return false
  const blocks = answer.flatMap(source => toArray(innerMessage(source).content)).filter(isContentBlock)
  const last = blocks.at(-1)
  return last !== undefined && canEnd(last) && blocks.every(block => !CHANGES_SIDES.has(block.type))
}

/** A call of ours has to be answered, and what belongs to the reply moves there: neither can be sent back as it is. */
const CHANGES_SIDES: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_result',
  'image',
  'document',
  'search_result',
])

function canEnd(block: ContentBlock): boolean {
  if (block.type === 'text') return typeof block.text === 'string' && !isBlank(block.text)
  return block.type === 'server_tool_use' || isServerToolResultBlock(block)
}

function toArray(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : []
}

function speech(source: Source, report: Report): readonly Piece[] {
  const reason = unsentReason(source.message)
  if (reason === null) return toPieces(source, report)
  report(repairOf(source, reason.rule, 'omitted', reason.detail))
  return NOTHING
}
