import type { ChatState, SentPrompt, TailItem } from '@antiphon/core/chat'
import { formatDuration, oneLine, stripControl } from '@antiphon/core/ui'
import { formatItem, spacingOfItem } from '../show/format-item.ts'
import type { LiveFrame, ScreenSize } from '../terminal/live-screen.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, wrapText } from '../terminal/text-width.ts'
import { formatPrompt } from '../view/format-speech.ts'
import { type Spacing, wantsGap } from '../view/layout.ts'
import { type FormatPieceOptions, formatLivePiece, formatTodos, spacingOfPiece } from './format-piece.ts'
import type { Panel } from './panel.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { CommittedAnswer } from './scrollback.ts'
import { isTodo, type TalkPiece } from './settle-turns.ts'

/** Everything that stands below what was printed. */
export type ReplScene = {
  readonly size: ScreenSize
  readonly screen: Screen
  readonly texts: ReplTexts
  readonly options: FormatPieceOptions
  readonly state: ChatState
  /** What is not over. */
  readonly pieces: readonly TalkPiece[]
  readonly tail: readonly TailItem[]
  /** What was printed of an answer that is being written. */
  readonly committed: CommittedAnswer | null
  readonly lastSpacing: Spacing | undefined
  /** Prompts that are going to be printed, and stand before what is being said. */
  readonly taken: readonly SentPrompt[]
  /** Said here and not taken up. */
  readonly sent: readonly SentPrompt[]
  /** How long the turn runs; null where none does. */
  readonly runningMs: number | null
  readonly isInterrupting: boolean
  readonly hasTodos: boolean
  readonly panel: Panel
  /** True where the panel is a question: nothing is written below it. */
  readonly isAsking: boolean
  readonly notice: string
  readonly status: string
}

/** Puts the live lines together; what is said keeps the room that the rest leaves, and shows its end. */
export function composeFrame(scene: ReplScene): LiveFrame {
  const { size, screen, panel } = scene
  const rows = Math.max(3, size.rows - 1)
  const rule = screen.palette.dim('─'.repeat(Math.min(screen.width, size.columns - 1)))
  const footer = [...formatNotice(scene), ...(scene.status === '' ? [] : [scene.status])]
  const isTall = rows >= 10
  const frame = panel.frame({ screen, rows: Math.max(1, rows - footer.length - (isTall ? 5 : 0)) })
  const above = isTall ? ['', rule] : []
  const below = isTall ? [rule] : []
  const activity = formatActivity(scene)
  const fixed = above.length + frame.lines.length + below.length + footer.length
  const room = Math.max(0, rows - fixed - activity.length)
  const said = formatSaid(scene).slice(room === 0 ? Number.POSITIVE_INFINITY : -room)
  const kept = [...said, ...activity.slice(0, Math.max(0, rows - fixed))]
  const lines = [...kept, ...above, ...frame.lines, ...below, ...footer]
  const start = kept.length + above.length
  return {
    lines,
    ...(frame.cursor && { cursor: { line: frame.cursor.line + start, column: frame.cursor.column } }),
  }
}

function formatSaid(scene: ReplScene): readonly string[] {
  const { pieces, tail, options, screen } = scene
  let last = scene.lastSpacing
  const lines: string[] = []
  const add = (formatted: readonly string[], spacing: Spacing): void => {
    if (formatted.length === 0) return
    lines.push(...(wantsGap(last, spacing) ? [''] : []), ...formatted)
    last = spacing
  }
  for (const piece of pieces)
    if (!isTodo(piece)) add(formatLivePiece(piece, options, screen), spacingOfPiece(piece))
  for (const { text } of scene.taken) add(formatPrompt(text, screen), 'words')
  const rest = tail.filter(({ item }) => item.kind !== 'answer' || item.text.trim() !== '')
  for (const { key, item } of rest) {
    const formatted = formatItem(item, { hasWholeThinking: false, cwd: options.cwd }, screen)
    const above = scene.committed?.key === key ? scene.committed.lines.length : 0
    add(formatted.slice(above), above > 0 ? 'tight' : spacingOfItem(item))
  }
  return lines
}

function formatActivity(scene: ReplScene): readonly string[] {
  const { screen, texts, state, runningMs, sent, hasTodos } = scene
  const { palette, width } = screen
  const lines: string[] = []
  const todo = scene.pieces.findLast(isTodo)
  if (hasTodos && todo?.kind === 'item' && todo.item.kind === 'tool')
    lines.push(...formatTodos(todo.item.story.input, screen))
  if (runningMs !== null && !scene.isAsking) {
    const words = scene.isInterrupting
      ? texts.interrupting
      : texts.working(formatDuration(Math.max(1000, Math.floor(runningMs / 1000) * 1000)))
    const doing = describeDoing(state)
    lines.push(`${palette.magenta('✶')} ${palette.dim(cutToWidth(words, width - 2))}`)
    if (state.retry) lines.push(`  ${palette.yellow(texts.retry(state.retry.attempt, state.retry.most))}`)
    else if (doing !== '') lines.push(`  ${palette.dim(cutToWidth(doing, width - 2))}`)
  }
  for (const { text } of sent.slice(-MAX_WAITING)) {
    const words = cutToWidth(oneLine(stripControl(text), 300), width - 14)
    lines.push(
      `${palette.dim('›')} ${palette.dim(words)} ${palette.dim(`(${texts.waiting}, ${texts.takeBack})`)}`,
    )
  }
  return lines.length === 0 ? [] : ['', ...lines]
}

const MAX_WAITING = 5

function describeDoing({ doing }: ChatState): string {
  switch (doing?.kind) {
    case 'summary':
      return oneLine(stripControl(doing.words), 160)
    case 'tool':
      return oneLine(stripControl(doing.output || `${doing.name} ${doing.seconds} s`), 160)
    case 'search':
      return oneLine(stripControl(doing.query), 160)
    default:
      return ''
  }
}

function formatNotice({ notice, screen, state }: ReplScene): readonly string[] {
  const { palette, width } = screen
  const trouble = state.trouble?.words ?? ''
  return [
    ...(trouble === ''
      ? []
      : wrapText(oneLine(stripControl(trouble), 600), width - 4).map(line => `  ${palette.yellow(line)}`)),
    ...(notice === '' ? [] : wrapText(stripControl(notice), width - 4).map(line => `  ${palette.dim(line)}`)),
  ]
}
