import { isObject } from '@antiphon/contract'
import type { PersonItem } from '@antiphon/core'
import { formatWork, type WorkLanguage } from '@antiphon/core/turns'
import { formatSpan, oneLine, stripControl, type ToolItem, type ToolStatus } from '@antiphon/core/ui'
import { formatItem, formatToolItem, spacingOfItem } from '../show/format-item.ts'
import { indent, inset, type Screen } from '../terminal/screen.ts'
import { cutToWidth, wrapText } from '../terminal/text-width.ts'
import { formatPlan } from '../view/format-plan.ts'
import { TOOL_SIGNS } from '../view/format-tool.ts'
import type { Spacing } from '../view/layout.ts'
import type { TalkPiece } from './settle-turns.ts'

export type FormatPieceOptions = {
  readonly cwd: string | undefined
}

/** The lines of a piece that is over; none where there is nothing to see. */
export function formatPiece(
  piece: TalkPiece,
  options: FormatPieceOptions,
  screen: Screen,
): readonly string[] {
  switch (piece.kind) {
    case 'item':
      return (
        formatSpecial(piece.item, screen) ??
        formatItem(
          piece.item,
          // What a person called for they read to its end.
          {
            ...{ hasWholeThinking: false, hasWholeResults: piece.item.kind === 'command', cwd: options.cwd },
            maxPromptLines: MAX_PROMPT,
          },
          screen,
        )
      )
    case 'work':
      return [...formatFolded(piece, screen), ...piece.items.flatMap(item => formatAnswers(item, screen))]
    case 'day':
      return [screen.palette.dim(`── ${formatDay(piece.timestamp, screen.language)}`)]
    case 'end':
      return [screen.palette.dim(`  ${formatSpan(piece.durationMs, { language: screen.language ?? 'en' })}`)]
  }
}

/** Who pasted a log knows what it says; the transcript has all of it. */
const MAX_PROMPT = 20

function formatDay(timestamp: string, language: WorkLanguage = 'en'): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Date(timestamp).toLocaleDateString(language === 'en' ? 'en-GB' : language, day)
}

/** How much room a piece wants around it. */
export function spacingOfPiece(piece: TalkPiece): Spacing {
  if (piece.kind === 'item') return spacingOfItem(piece.item)
  if (piece.kind === 'day') return 'words'
  return piece.kind === 'end' ? 'tight' : 'line'
}

/** A piece that goes on: its line, and the calls that run. */
export function formatLivePiece(
  piece: TalkPiece,
  options: FormatPieceOptions,
  screen: Screen,
): readonly string[] {
  if (piece.kind !== 'work') return formatPiece(piece, options, screen)
  const running = piece.items.filter(
    (item): item is ToolItem => item.kind === 'tool' && item.story.status === 'running',
  )
  const last = piece.items.at(-1)
  return [
    ...formatFolded(piece, screen),
    ...indent(
      running.slice(-MAX_RUNNING).map(item => formatToolItem(item, options.cwd, inset(screen, 2)).head),
      '  ',
    ),
    ...(last?.kind === 'thinking' ? formatItem(last, { hasWholeThinking: false }, screen) : []),
  ]
}

const MAX_RUNNING = 5

/** What calls did, on one line. */
function formatFolded(
  { items, summary }: Extract<TalkPiece, { readonly kind: 'work' }>,
  { palette, width, language }: Screen,
): readonly string[] {
  if (summary.parts.length === 0) return []
  const status = judge(items)
  const look = LOOKS[status]
  const words = cutToWidth(formatWork(summary, language), width - 2)
  return [`${palette[look](TOOL_SIGNS[status])} ${palette.dim(words)}`]
}

/** How work stands as a whole: that something of it was done counts more than that something was not. */
function judge(items: readonly PersonItem[]): ToolStatus {
  const all = items.flatMap(item => (item.kind === 'tool' ? [item.story.status] : []))
  if (all.includes('running')) return 'running'
  return all.includes('done') ? 'done' : (all.at(-1) ?? 'done')
}

const LOOKS = {
  running: 'blue',
  done: 'green',
  failed: 'red',
  denied: 'yellow',
  interrupted: 'yellow',
} as const

/** What the person answered is theirs: it stays in sight. */
function formatAnswers(item: PersonItem, screen: Screen): readonly string[] {
  if (item.kind !== 'tool' || item.story.name !== 'AskUserQuestion') return []
  const { palette } = screen
  const result: unknown = item.story.result
  const told: unknown = isObject(result) ? result.toolUseResult : undefined
  const answers: unknown = isObject(told) ? told.answers : undefined
  if (!isObject(answers)) return []
  return Object.entries(answers).flatMap(([question, answer]) =>
    wrapText(
      `${oneLine(stripControl(question), 300)} → ${oneLine(stripControl(String(answer)), 1000)}`,
      inset(screen, 4).width,
    ).map((line, index) => `  ${palette.dim(index === 0 ? '·' : ' ')} ${line}`),
  )
}

/** A plan and a list of tasks are read for what they say. */
function formatSpecial(item: PersonItem, screen: Screen): readonly string[] | undefined {
  if (item.kind !== 'tool') return undefined
  const { name, input } = item.story
  if (name === 'TodoWrite') return formatTodos(input, screen)
  const plan = typeof input === 'object' && input !== null && 'plan' in input ? input.plan : undefined
  if (name !== 'ExitPlanMode' || typeof plan !== 'string') return undefined
  return formatPlan(plan, screen)
}

/** A list of tasks, a line each. */
export function formatTodos(input: unknown, { palette, width }: Screen): readonly string[] {
  const todos: unknown =
    typeof input === 'object' && input !== null && 'todos' in input ? input.todos : undefined
  if (!Array.isArray(todos)) return []
  return todos.flatMap((todo: unknown) => {
    if (typeof todo !== 'object' || todo === null || !('content' in todo)) return []
    const status = 'status' in todo ? String(todo.status) : ''
    const text = cutToWidth(oneLine(stripControl(String(todo.content)), 300), width - 4)
    if (status === 'completed') return [palette.dim(`  ☒ ${text}`)]
    return status === 'in_progress' ? [palette.bold(`  ▸ ${text}`)] : [`  ☐ ${text}`]
  })
}
