import { isObject } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'
import { formatCount, formatDuration, stripControl } from '@antiphon/core/ui'
import type { PendingCall } from '@antiphon/core/wire'
import { indent, inset, type Screen } from '../terminal/screen.ts'
import { cutToWidth, wrapText } from '../terminal/text-width.ts'
import { styleTitle } from '../view/format-tool.ts'
import { nest, nestedScreen } from '../view/layout.ts'

export type RunningCall = Pick<PendingCall, 'title'> & {
  readonly depth: number
  readonly elapsedMs: number
  /** What its subagent says that it is doing. */
  readonly detail?: string
  /** It has its result; what it started goes on. */
  readonly isInBackground?: boolean
}

type LiveOptions = {
  readonly calls: readonly RunningCall[]
  readonly partial: PartialAnswer | undefined
  /** Counts up, so that the sign turns. */
  readonly turn: number
}

/** What is going on now, in a few lines. */
export function formatLive({ calls, partial, turn }: LiveOptions, screen: Screen): string[] {
  const shown = calls.slice(-MAX_CALLS)
  const hidden = calls.length - shown.length
  return [
    ...formatPartial(partial, screen),
    ...(hidden > 0 ? [screen.palette.dim(`  ${formatCount(hidden, 'more call')} running`)] : []),
    ...shown.flatMap(call =>
      nest([formatCall(call, turn, nestedScreen(screen, call.depth))], call.depth, screen),
    ),
  ]
}

const MAX_CALLS = 6
const PARTIAL_LINES = 4
const SIGNS = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const

function formatCall(call: RunningCall, turn: number, { palette, width }: Screen): string {
  const sign = SIGNS[turn % SIGNS.length] ?? '…'
  const time = call.elapsedMs < 1000 ? '' : ` · ${formatDuration(call.elapsedMs)}`
  const detail = call.detail ? ` · ${call.detail}` : ''
  const words = cutToWidth(stripControl(call.title + detail), width - 2 - time.length)
  return `${palette.blue(sign)} ${styleTitle(words, palette)}${palette.dim(time)}`
}

function formatPartial(partial: PartialAnswer | undefined, screen: Screen): string[] {
  if (!partial || partial.text.trim() === '') return []
  const { palette } = screen
  const lines = wrapText(stripControl(partial.text).trim(), inset(screen, 2).width).slice(-PARTIAL_LINES)
  const [first = '', ...rest] = lines.map(line => palette.dim(line))
  return [`${palette.dim(partial.kind === 'text' ? '●' : '∴')} ${first}`, ...indent(rest, '  ')]
}

/** The end of what the model is saying right now. */
type PartialAnswer = { readonly kind: 'text' | 'thinking'; readonly text: string }

interface PartialAnswers {
  /** Takes one more event; true where what is being said has changed. */
  push(event: WireEvent): boolean
  current(): PartialAnswer | undefined
}

/** Follows `stream_event`s of the main conversation until the finished block arrives. */
export function createPartialAnswers(): PartialAnswers {
  let current: PartialAnswer | undefined

  function set(next: PartialAnswer | undefined): boolean {
    const isChanged = current !== next
    current = next
    return isChanged
  }

  function pushStreamEvent(event: Record<string, unknown>): boolean {
    if (event.type !== 'content_block_delta') return set(undefined)
    const piece = readPiece(event.delta)
    if (!piece) return false
    const text = current?.kind === piece.kind ? current.text + piece.text : piece.text
    return set({ kind: piece.kind, text: text.slice(-KEPT_UNITS) })
  }

  return {
    push(event) {
      if (event.type === 'assistant' || event.type === 'result') return set(undefined)
      if (event.type !== 'stream_event' || event.parent_tool_use_id) return false
      const inner: unknown = event.event
      return isObject(inner) && pushStreamEvent(inner)
    },
    current: () => current,
  }
}

// A screen shows the last lines only.
const KEPT_UNITS = 4000

function readPiece(delta: unknown): PartialAnswer | undefined {
  if (!isObject(delta)) return undefined
  if (delta.type === 'text_delta' && typeof delta.text === 'string') return { kind: 'text', text: delta.text }
  if (delta.type === 'thinking_delta' && typeof delta.thinking === 'string')
    return { kind: 'thinking', text: delta.thinking }
  return undefined
}
