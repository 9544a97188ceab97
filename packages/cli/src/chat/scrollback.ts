import type { PersonItem } from '@antiphon/core'
import type { TailItem } from '@antiphon/core/chat'
import type { PersonTurn } from '@antiphon/core/turns'
import type { LogPlace } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { type Spacing, wantsGap } from '../view/layout.ts'
import { type CommittedAnswer, findCommitted, formatAnswer, goesOn, isBeginning } from './commit-answer.ts'
import { type FormatPieceOptions, formatPiece, spacingOfPiece } from './format-piece.ts'
import { listPictures } from './piece-pictures.ts'
import { type SettledTurns, settleTurns, type TalkPiece } from './settle-turns.ts'

/** What was printed of a conversation, for good. */
export interface Scrollback {
  /** Gives the lines that can be printed now, and what has to stay live. */
  advance(scene: ScrollbackScene): Advanced
  /** Lines that stand between what was said. */
  insert(lines: readonly string[]): readonly string[]
  /** Counts everything as printed: it stands above already. */
  skip(turns: readonly PersonTurn<LogPlace>[]): void
}

export type ScrollbackScene = {
  readonly turns: readonly PersonTurn<LogPlace>[]
  readonly tail: readonly TailItem[]
  readonly isRunning: boolean
  /** Whether something else is going to be printed before what is being said. */
  readonly isBehind: boolean
  readonly screen: Screen
  readonly options: FormatPieceOptions
  /** Draws pictures, where the terminal can. */
  readonly drawPicture?: (base64: string) => readonly string[]
  /** More lines of an answer than these are not kept live. */
  readonly mostLive: number
}

export type Advanced = {
  readonly lines: readonly string[]
  readonly live: readonly TalkPiece[]
  /** What is being said and was not printed for good. */
  readonly tail: readonly TailItem[]
  /** How much of which answer was printed while it is still being written. */
  readonly committed: CommittedAnswer | null
  readonly lastSpacing: Spacing | undefined
}

/** Nothing of a conversation printed yet; `last` is what stands above it. */
export function createScrollback(last?: Spacing): Scrollback {
  const printed = new Set<string>()
  let committed: CommittedAnswer | null = null
  let saying: TailItem | null = null
  let cutShort: string | null = null
  let storedKey: string | null = null

  function place(lines: readonly string[], spacing: Spacing): readonly string[] {
    if (lines.length === 0) return []
    const gap = wantsGap(last, spacing) ? [''] : []
    last = spacing
    return [...gap, ...lines]
  }

  function print(piece: TalkPiece, { options, screen, drawPicture }: ScrollbackScene): readonly string[] {
    for (const key of piece.keys) printed.add(key)
    // Only what is printed for good can have pictures: nobody draws them again.
    const pictures = drawPicture ? listPictures(piece).flatMap(drawPicture) : []
    const begun = piece.kind === 'item' && piece.item.kind === 'answer' ? committed : null
    if (begun !== null) committed = null
    // What was printed of it while it came stays; where it came out otherwise it is said again as a whole.
    if (begun !== null && piece.kind === 'item' && goesOn(piece.item, begun.text))
      return formatAnswer(piece.item, begun.text, { cwd: options.cwd, screen })
    return place([...formatPiece(piece, options, screen), ...pictures], spacingOfPiece(piece))
  }

  /** Prints the beginning of an answer that is longer than the screen. */
  function commit({ tail, screen, options, mostLive }: ScrollbackScene): readonly string[] {
    const answer = tail.findLast(({ item }) => item.kind === 'answer')
    if (!answer || answer !== tail.at(-1)) return []
    const { key, item } = answer
    const begun = committed?.key === key && goesOn(item, committed.text) ? committed.text : ''
    const around = { cwd: options.cwd, screen }
    if (formatAnswer(item, begun, around).length <= mostLive) return []
    const text = findCommitted(item, begun)
    if (text.length === begun.length) return []
    const added = formatAnswer({ ...item, text }, begun, around)
    committed = { key, text }
    return begun === '' ? place(added, 'words') : added
  }

  /**
   * Prints an answer that nobody will end: the log does not get it, but who has read it must still find it. What says
   * that it was interrupted stands below.
   */
  function keepCut(
    { ready, live }: SettledTurns,
    { tail, isRunning, options, screen }: ScrollbackScene,
  ): readonly string[] {
    const answer = tail.findLast(({ item }) => item.kind === 'answer') ?? null
    // It is no longer said before the log tells how it ended; the next one may have begun by then.
    const asked = saying ?? answer
    if (asked && [...ready, ...live].some(piece => holdsAnswer(piece, asked.item))) storedKey = asked.key
    saying = answer ?? saying
    if (saying === null || saying.key === cutShort || saying.key === storedKey) return []
    const { key, item } = saying
    if (item.text.trim() === '') return []
    const isGone = answer === null && !isRunning
    if (!isGone && !ready.some(isInterruption)) return []
    const begun = committed?.key === key && goesOn(item, committed.text) ? committed.text : ''
    committed = null
    cutShort = key
    const lines = formatAnswer(item, begun, { cwd: options.cwd, screen })
    return begun === '' ? place(lines, 'words') : lines
  }

  return {
    advance(scene) {
      const { turns, isRunning } = scene
      const settled = settleTurns(turns, { isRunning, printed, today: new Date().toDateString() })
      const { ready, live } = settled
      const end = ready.findIndex(isInterruption)
      const before = end === -1 ? ready : ready.slice(0, end)
      const told = [
        ...before.flatMap(piece => print(piece, scene)),
        ...keepCut(settled, scene),
        ...ready.slice(before.length).flatMap(piece => print(piece, scene)),
      ]
      const tail = scene.tail.filter(({ key }) => key !== cutShort)
      const rest = { ...scene, tail }
      const lines = [...told, ...(live.length === 0 && !scene.isBehind ? commit(rest) : [])]
      return { lines, live, tail, committed, lastSpacing: last }
    },
    insert: lines => place(lines, 'words'),
    skip(turns) {
      const { ready } = settleTurns(turns, { isRunning: false, printed, today: new Date().toDateString() })
      for (const { keys } of ready) for (const key of keys) printed.add(key)
    },
  }
}

function isInterruption(piece: TalkPiece): boolean {
  return piece.kind === 'item' && piece.item.kind === 'interruption'
}

function holdsAnswer(piece: TalkPiece, begun: PersonItem): boolean {
  const items = piece.kind === 'item' ? [piece.item] : piece.kind === 'work' ? piece.items : []
  return items.some(item => item.kind === 'answer' && isBeginning(begun, item))
}
