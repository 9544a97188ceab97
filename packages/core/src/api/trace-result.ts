import { type ContentBlock, toContentBlocks } from '@antiphon/contract'
import type { ApiStage } from './api-plan.ts'
import { createApiView, type NormalizeOptions } from './create-api-view.ts'
import type { Exchange, Piece } from './exchange.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import type { WatchedStage } from './render-exchange.ts'
import type { Repair } from './repair.ts'

/** What the model's view does to the result of one call, stage by stage. */
export type ResultTrace = {
  readonly steps: readonly TracedStep[]
  /** Where it stands in the request; null where it is not in it. */
  readonly place: BlockPlace | null
  /** What is sent of it. */
  readonly sent: ContentBlock | null
}

export type TracedStep = {
  readonly stage: ApiStage | 'toPieces'
  readonly effect: ResultEffect
  /** Where it stands in its exchange afterwards: among the blocks of the answer or of the reply to it. */
  readonly place: { readonly side: 'answer' | 'reply'; readonly position: number } | null
  readonly block: ContentBlock | null
  /** What the stage reported of the message that holds it. */
  readonly repairs: readonly Repair[]
}

/** `made`: taken from the log. `inserted`: the log has none. `absent`: there is none yet. */
export type ResultEffect = 'made' | 'kept' | 'moved' | 'changed' | 'removed' | 'inserted' | 'absent'

/** `messages[message].content[block]` of a request. */
export type BlockPlace = { readonly message: number; readonly block: number }

/** Follows the result of a call through every stage of the model's view of a live context. */
export function traceResult(
  messages: readonly unknown[],
  toolUseId: string,
  options: NormalizeOptions = {},
): ResultTrace {
  const follower = createFollower(toolUseId)
  const view = createApiView([], { ...options, watch: follower.see })
  for (const message of messages) view.append(message)
  const request = view.messages()
  const { steps, piece } = follower.told()
  const place = findBlock(request, piece?.block ?? null, toolUseId)
  const sent = place && (blockAt(request, place) ?? null)
  const edits = view.repairs().filter(({ rule, uuid }) => EDITS.has(rule) && uuid === piece?.source.uuid)
  return {
    steps: [
      ...(edits.length > 0 && steps[0]
        ? [{ ...steps[0], stage: 'applyContextEdits' as const, effect: 'changed' as const, repairs: edits }]
        : []),
      ...steps,
      ...finalSteps(steps.at(-1), { sent, repairs: view.repairs() }),
    ],
    place,
    sent,
  }
}

/** Where the result of a call stands in the messages of a request; `known` is looked at first. */
export function findResult(
  request: readonly ApiViewMessage[],
  toolUseId: string,
  known: BlockPlace | null = null,
): BlockPlace | null {
  if (known && isResultOf(blockAt(request, known), toolUseId)) return known
  return find(request, block => isResultOf(block, toolUseId))
}

/** The block at a place of a request. */
export function blockAt(
  request: readonly ApiViewMessage[],
  { message, block }: BlockPlace,
): ContentBlock | undefined {
  return toContentBlocks(request[message]?.message.content ?? [])[block]
}

const EDITS: ReadonlySet<string> = new Set(['SEED-microcompact', 'SEED-snip'])

type Told = {
  readonly steps: readonly TracedStep[]
  readonly piece: Piece | null
  /** The exchange as the stage before left it; null where nothing was seen. */
  readonly exchange: Exchange | null
}

/** A result may stand in another exchange than its call; then its own counts. */
function createFollower(toolUseId: string): {
  readonly see: (seen: WatchedStage) => void
  readonly told: () => Told
} {
  let ofResult: Told | null = null
  let ofCall: Told | null = null
  let current: { readonly holdsResult: boolean } | null = null

  function see({ stage, exchange, repairs }: WatchedStage): void {
    if (stage === 'toPieces') current = begin(exchange, repairs)
    else if (current?.holdsResult && ofResult)
      ofResult = go(ofResult, { stage, exchange, repairs }, toolUseId)
    else if (current && ofCall) ofCall = go(ofCall, { stage, exchange, repairs }, toolUseId)
  }

  function begin(exchange: Exchange, repairs: readonly Repair[]): typeof current {
    const piece = [...exchange.reply, ...exchange.answer].find(({ block }) => isResultOf(block, toolUseId))
    const isCalled = exchange.answer.some(({ block }) => block.type === 'tool_use' && block.id === toolUseId)
    if (!piece && !isCalled) return null
    const step: TracedStep = {
      stage: 'toPieces',
      effect: piece ? 'made' : 'absent',
      place: piece ? placeOf(exchange, piece) : null,
      block: piece?.block ?? null,
      repairs: piece ? repairs.filter(({ index }) => index === piece.source.index) : [],
    }
    if (piece) ofResult = { steps: [step], piece, exchange }
    else ofCall = { steps: [step], piece: null, exchange }
    return { holdsResult: piece !== undefined }
  }

  return { see, told: () => ofResult ?? ofCall ?? { steps: [], piece: null, exchange: null } }
}

function go(told: Told, { stage, exchange, repairs }: WatchedStage, toolUseId: string): Told {
  const { steps, piece } = told
  const before = steps.at(-1)
  const next = piece
    ? findAgain(piece, { before: told.exchange, after: exchange })
    : findInserted(exchange, toolUseId)
  const place = next ? placeOf(exchange, next) : null
  const source = next?.source ?? piece?.source
  const step: TracedStep = {
    ...{ stage, place, block: next?.block ?? null },
    effect: effectOf({ piece, next, hasMoved: place !== null && !isSamePlace(place, before?.place ?? null) }),
    repairs: source ? repairs.filter(({ index }) => index === source.index) : [],
  }
  return { steps: [...steps, step], piece: next ?? null, exchange }
}

type Change = { readonly piece: Piece | null; readonly next: Piece | undefined; readonly hasMoved: boolean }

function effectOf({ piece, next, hasMoved }: Change): ResultEffect {
  if (!next) return piece ? 'removed' : 'absent'
  if (!piece) return 'inserted'
  if (next.block !== piece.block) return 'changed'
  return hasMoved ? 'moved' : 'kept'
}

type Stages = { readonly before: Exchange | null; readonly after: Exchange }

/** The same block, or what a step made of it: a new block of the same message, a result rather than words. */
function findAgain({ block, source }: Piece, { before, after }: Stages): Piece | undefined {
  const were = before ? piecesOf(before, source.index) : []
  const are = piecesOf(after, source.index)
  const same = are.find(piece => piece.block === block)
  if (same) return same
  const fresh = are.filter(piece => !were.some(known => known.block === piece.block))
  const id = block.type === 'tool_result' ? block.tool_use_id : ''
  const inPlace = are.length === were.length ? are[were.findIndex(known => known.block === block)] : undefined
  return (
    fresh.find(piece => isResultOf(piece.block, id)) ??
    fresh.find(piece => piece === inPlace) ??
    fresh.find(piece => piece.block.type === 'tool_result') ??
    fresh.find(isWords)
  )
}

function piecesOf({ answer, reply }: Exchange, index: number): readonly Piece[] {
  return [...reply, ...answer].filter(({ source }) => source.index === index)
}

function isWords({ block }: Piece): boolean {
  return block.type === 'text'
}

function findInserted({ reply }: Exchange, toolUseId: string): Piece | undefined {
  return reply.find(({ block, inserted }) => inserted && isResultOf(block, toolUseId))
}

function isResultOf(block: ContentBlock | undefined, toolUseId: string): boolean {
  return block?.type === 'tool_result' && block.tool_use_id === toolUseId
}

function placeOf({ answer, reply }: Exchange, piece: Piece): NonNullable<TracedStep['place']> {
  const position = reply.indexOf(piece)
  return position === -1 ? { side: 'answer', position: answer.indexOf(piece) } : { side: 'reply', position }
}

function isSamePlace(one: TracedStep['place'], other: TracedStep['place']): boolean {
  return one?.side === other?.side && one?.position === other?.position
}

function findBlock(
  request: readonly ApiViewMessage[],
  block: ContentBlock | null,
  toolUseId: string,
): BlockPlace | null {
  const same = block && find(request, other => other === block)
  return same ?? findResult(request, toolUseId)
}

function find(request: readonly ApiViewMessage[], fits: (block: ContentBlock) => boolean): BlockPlace | null {
  for (let message = request.length - 1; message >= 0; message--) {
    const block = toContentBlocks(request[message]?.message.content ?? []).findIndex(fits)
    if (block !== -1) return { message, block }
  }
  return null
}

/** What the finished request has of it, where that is not what the steps left. */
function finalSteps(
  last: TracedStep | undefined,
  { sent, repairs }: { readonly sent: ContentBlock | null; readonly repairs: readonly Repair[] },
): readonly TracedStep[] {
  if (!last || last.block === sent || (last.block === null && sent === null)) return []
  const sizes = repairs.filter(({ rule }) => rule === 'ENV-01')
  const stage = sizes.length > 0 ? 'fitRequest' : 'placeTurns'
  const effect = sent === null ? 'removed' : 'changed'
  return [{ stage, effect, place: null, block: sent, repairs: sizes }]
}
