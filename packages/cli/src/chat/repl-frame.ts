import type { ChatState, SentPrompt, TailItem } from '@antiphon/core/chat'
import { formatSpan, oneLine, stripControl } from '@antiphon/core/ui'
import { formatItem, spacingOfItem } from '../show/format-item.ts'
import type { LiveFrame, ScreenSize } from '../terminal/live-screen.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, wrapText } from '../terminal/text-width.ts'
import { formatPrompt } from '../view/format-speech.ts'
import { type Spacing, wantsGap } from '../view/layout.ts'
import { type CommittedAnswer, formatAnswer } from './commit-answer.ts'
import { type FormatPieceOptions, formatLivePiece, formatTodos, spacingOfPiece } from './format-piece.ts'
import type { Panel } from './panel.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { RunningTask } from './running-tasks.ts'
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
  /** What goes on beside the talk. */
  readonly tasks: readonly RunningTask[]
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
    const begun = scene.committed?.key === key ? scene.committed.text : ''
    const formatted =
      item.kind === 'answer'
        ? formatAnswer(item, begun, { cwd: options.cwd, screen })
        : formatItem(item, { hasWholeThinking: false, cwd: options.cwd }, screen)
    add(formatted, begun === '' ? spacingOfItem(item) : 'tight')
  }
  return lines
}

function formatActivity(scene: ReplScene): readonly string[] {
  const { screen, texts, state, runningMs, sent, hasTodos } = scene
  const { palette, width } = screen
  const { language } = texts
  const lines: string[] = []
  const todo = scene.pieces.findLast(isTodo)
  if (hasTodos && todo?.kind === 'item' && todo.item.kind === 'tool')
    lines.push(...formatTodos(todo.item.story.input, screen))
  if (runningMs !== null && !scene.isAsking) {
    const words = scene.isInterrupting
      ? texts.interrupting
      : texts.working(formatSpan(Math.max(1000, Math.floor(runningMs / 1000) * 1000), { language }))
    lines.push(`${palette.magenta('✶')} ${palette.dim(cutToWidth(words, width - 2))}`)
    if (state.retry) lines.push(`  ${palette.yellow(texts.retry(state.retry.attempt, state.retry.most))}`)
    else lines.push(...formatDoing(state, screen))
  }
  lines.push(...formatTasks(scene))
  for (const { text } of sent.slice(-MAX_WAITING)) {
    const words = cutToWidth(oneLine(stripControl(text), 300), width - 14)
    lines.push(
      `${palette.dim('›')} ${palette.dim(words)} ${palette.dim(`(${texts.waiting}, ${texts.takeBack})`)}`,
    )
  }
  return lines.length === 0 ? [] : ['', ...lines]
}

const MAX_WAITING = 5

/** A line each: its name, its calls, how long it goes on, and what it does. */
function formatTasks({ tasks, texts, screen }: ReplScene): readonly string[] {
  const { palette, width } = screen
  const clean = (words: string): string => oneLine(stripControl(words), 200)
  return tasks.slice(-MAX_TASKS).map(({ description, activity, calls, startedAt }) => {
    const seconds = Math.max(1, Math.floor((Date.now() - startedAt) / 1000))
    const facts = [
      ...(calls > 0 ? [texts.calls(calls)] : []),
      formatSpan(seconds * 1000, { language: texts.language }),
      ...(activity === '' || activity === description ? [] : [clean(activity)]),
    ]
    const words = cutToWidth(`${clean(description)} · ${facts.join(' · ')}`, width - 4)
    return `  ${palette.blue('◦')} ${palette.dim(words)}`
  })
}

const MAX_TASKS = 6

/** What the agent does now; of what a command prints the last lines, as they come. */
function formatDoing({ doing }: ChatState, { palette, width, language = 'en' }: Screen): readonly string[] {
  const toLine = (words: string): string =>
    `  ${palette.dim(cutToWidth(oneLine(stripControl(words), 300), width - 2))}`
  switch (doing?.kind) {
    case 'summary':
      return doing.words === '' ? [] : [toLine(doing.words)]
    case 'search':
      return [toLine(doing.query)]
    case 'tool': {
      const printed = doing.output.trimEnd()
      if (printed === '')
        return [
          toLine(
            `${doing.name} ${formatSpan(Math.max(1, doing.seconds) * 1000, { language, isShort: true })}`,
          ),
        ]
      return printed
        .split('\n')
        .slice(-MAX_PRINTED)
        .map(line => toLine(`│ ${line}`))
    }
    default:
      return []
  }
}

const MAX_PRINTED = 6

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
