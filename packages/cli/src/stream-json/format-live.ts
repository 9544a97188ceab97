import { formatCount, formatDuration, stripControl } from '@antiphon/core/ui'
import type { PendingCall } from '@antiphon/core/wire'
import { cutToWidth } from '../terminal/cut-to-width.ts'
import { indent, inset, type Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { styleTitle } from '../view/format-tool.ts'
import { nest, nestedScreen } from '../view/nest.ts'
import type { PartialAnswer } from './partial-answer.ts'

export type RunningCall = Pick<PendingCall, 'title'> & {
  readonly depth: number
  readonly elapsedMs: number
  /** What its subagent says that it is doing. */
  readonly detail?: string
  /** It has its result; what it started goes on. */
  readonly isInBackground?: boolean
}

export type LiveOptions = {
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
