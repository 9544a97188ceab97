import type { PersonItem } from '@antiphon/core'
import type { PersonTurn, TurnPart, WorkSummary } from '@antiphon/core/turns'
import { summarizeWork } from '@antiphon/core/turns'
import type { LogPlace, ViewItem } from '@antiphon/core/ui'

/** A piece of a conversation that is printed as a whole. */
export type TalkPiece =
  | { readonly kind: 'item'; readonly keys: readonly string[]; readonly item: PersonItem }
  | {
      readonly kind: 'work'
      readonly keys: readonly string[]
      readonly items: readonly PersonItem[]
      readonly summary: WorkSummary
    }
  /** Where a turn ended that took a while. */
  | { readonly kind: 'end'; readonly keys: readonly string[]; readonly durationMs: number }

export type SettleOptions = {
  /** Whether the last turn still goes on. */
  readonly isRunning: boolean
  /** The keys of what was printed. */
  readonly printed: ReadonlySet<string>
}

/** What can be printed for good, in its order, and what may still change. */
export type SettledTurns = { readonly ready: readonly TalkPiece[]; readonly live: readonly TalkPiece[] }

/** Looks through turns for what was not printed. What was printed once is never told again, whatever became of it. */
export function settleTurns<Place extends LogPlace>(
  turns: readonly PersonTurn<Place>[],
  { isRunning, printed }: SettleOptions,
): SettledTurns {
  const ready: TalkPiece[] = []
  const live: TalkPiece[] = []
  for (const [index, turn] of turns.entries()) {
    const isOver = !isRunning || index < turns.length - 1
    const pieces = listPieces(turn, isOver).flatMap(piece => withoutPrinted(piece, printed))
    for (const [at, piece] of pieces.entries()) {
      const isLast = pieces.slice(at + 1).every(isTodo)
      // What comes behind something that is not over waits for it.
      if (live.every(isTodo) && (isOver || isSettled(piece, isLast))) ready.push(piece)
      else live.push(piece)
    }
  }
  return { ready, live }
}

function listPieces<Place extends LogPlace>(turn: PersonTurn<Place>, isOver: boolean): readonly TalkPiece[] {
  const { heading, parts, durationMs = 0 } = turn
  const end: TalkPiece = { kind: 'end', keys: [`${turn.key} end`], durationMs }
  return [
    ...heading.map(toItemPiece),
    ...parts.map(toPiece),
    ...(isOver && durationMs >= LONG_MS && parts.length > 0 ? [end] : []),
  ]
}

// Shorter ones are over before anybody asks.
const LONG_MS = 10_000

function toPiece<Place extends LogPlace>(part: TurnPart<Place>): TalkPiece {
  if (part.kind === 'item') return toItemPiece(part.item)
  const { items, summary } = part
  return { kind: 'work', keys: items.map(({ key }) => key), items: items.map(({ item }) => item), summary }
}

function toItemPiece<Place extends LogPlace>({ key, item }: ViewItem<Place>): TalkPiece {
  return { kind: 'item', keys: [key], item }
}

function withoutPrinted(piece: TalkPiece, printed: ReadonlySet<string>): readonly TalkPiece[] {
  if (piece.keys.every(key => printed.has(key))) return []
  if (piece.kind !== 'work' || !piece.keys.some(key => printed.has(key))) return [piece]
  const items = piece.items.filter((_, index) => !printed.has(piece.keys[index] ?? ''))
  const stories = items.flatMap(item => (item.kind === 'tool' ? [item.story] : []))
  const keys = piece.keys.filter(key => !printed.has(key))
  return [{ kind: 'work', keys, items, summary: summarizeWork(stories) }]
}

/** Of a turn that goes on: whether a piece stays as it is. */
function isSettled(piece: TalkPiece, isLast: boolean): boolean {
  if (piece.kind === 'work') return !isLast && piece.summary.running === 0
  if (piece.kind === 'end') return false
  if (isTodo(piece)) return false
  return piece.item.kind !== 'tool' || piece.item.story.status !== 'running'
}

/** A list of tasks is shown where it stands last, and changes until the turn is over. */
export function isTodo(piece: TalkPiece): boolean {
  return piece.kind === 'item' && piece.item.kind === 'tool' && piece.item.story.name === 'TodoWrite'
}
