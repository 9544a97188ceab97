import { basename } from 'node:path'
import type { PersonItem } from '@antiphon/core'
import { formatCount, formatDuration, oneLine, type ToolStatus } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, wrapText } from '../terminal/text-width.ts'
import { TOOL_SIGNS } from '../view/format-tool.ts'
import { formatDivider, nest, nestedScreen, type Spacing, wantsGap } from '../view/layout.ts'
import { formatUsage } from '../view/token-usage.ts'
import type { ShownSession, ShownTotals } from './compute-session-view.ts'
import { type FormatItemOptions, formatItem, formatToolItem, spacingOfItem } from './format-item.ts'
import type { NarrowedView } from './narrow-view.ts'

/** A session, piece by piece, so that a long one need not be held twice. */
export function* formatSession(
  view: ShownSession | NarrowedView,
  { hasWholeThinking }: Pick<FormatItemOptions, 'hasWholeThinking'>,
  screen: Screen,
): Generator<string> {
  const options = { hasWholeThinking, cwd: view.session.cwd }
  yield* formatHeader(view, screen)
  yield ''
  if ('at' in view) yield* formatNarrowed(view, options, screen)
  else yield* formatItems(view.items, options, { screen, depth: 0 })
  for (const branch of view.branches) {
    yield ''
    yield formatDivider(`A branch left behind: ${formatCount(branch.items.length, 'item')}`, screen)
    yield ''
    yield* formatItems(branch.items, options, { screen, depth: 0 })
  }
  yield ''
  yield* formatSessionSummary(view.summary, screen)
}

/** What stands before the message, the message below a line of its own, and what follows. */
function* formatNarrowed(view: NarrowedView, options: FormatItemOptions, screen: Screen): Generator<string> {
  const place = { screen, depth: 0 }
  if (view.at > 0) {
    yield* formatItems(view.items.slice(0, view.at), options, place)
    yield ''
  }
  yield formatDivider('Here', screen)
  yield ''
  yield* formatItems(view.items.slice(view.at), options, place)
  if (view.laterItems > 0) {
    yield ''
    yield screen.palette.dim(`… ${formatCount(view.laterItems, 'later item')}`)
  }
}

function formatHeader({ session, summary, hiddenItems }: ShownSession, { palette, width }: Screen): string[] {
  const started = summary.startedAt?.slice(0, 16).replace('T', ' ')
  const facts = [session.cwd, session.gitBranch, started && `${started} UTC`]
  const line = oneLine(facts.filter(Boolean).join(' · '), 200)
  return [
    palette.bold(cutToWidth(oneLine(session.title ?? basename(session.name), 200), width)),
    ...(line === '' ? [] : [palette.dim(cutToWidth(line, width))]),
    ...(hiddenItems > 0 ? ['', palette.dim(`… ${formatCount(hiddenItems, 'earlier item')}`)] : []),
  ]
}

type Place = { readonly screen: Screen; readonly depth: number }

function* formatItems(
  items: readonly PersonItem[],
  options: FormatItemOptions,
  { screen, depth }: Place,
): Generator<string> {
  const room = nestedScreen(screen, depth)
  let last: Spacing | undefined
  for (const item of items) {
    const spacing = spacingOfItem(item)
    // Below a call the bar holds things together; room is scarce there.
    if (depth === 0 && wantsGap(last, spacing)) yield ''
    last = spacing
    if (item.kind !== 'tool') {
      yield* nest(formatItem(item, options, room), depth, screen)
      continue
    }
    const { head, result } = formatToolItem(item, options.cwd, room)
    yield* nest([head], depth, screen)
    yield* formatItems(item.story.children, { ...options, isNested: true }, { screen, depth: depth + 1 })
    yield* nest(result, depth, screen)
  }
}

/** The last lines: how much was said and done, and what it cost. */
function formatSessionSummary(summary: ShownTotals, screen: Screen): string[] {
  const parts = [
    `${formatCount(summary.messages, 'message')} (${formatCount(summary.prompts, 'prompt')}, ${formatCount(summary.answers, 'answer')})`,
    ...(summary.subagents > 0 ? [formatCount(summary.subagents, 'subagent')] : []),
    ...(summary.durationMs ? [formatDuration(summary.durationMs)] : []),
  ]
  return [
    formatDivider('', screen),
    ...wrapText(parts.join(' · '), screen.width),
    ...wrapText(formatToolCounts(summary.tools), screen.width),
    ...formatUsage(summary.usage, screen),
  ]
}

function formatToolCounts(tools: ShownTotals['tools']): string {
  const total = Object.values(tools).reduce((sum, count) => sum + count, 0)
  if (total === 0) return 'no tool calls'
  const parts = STATUSES.filter(status => tools[status] > 0).map(
    status => `${tools[status]} ${TOOL_SIGNS[status]} ${status}`,
  )
  return `${formatCount(total, 'tool call')}: ${parts.join(', ')}`
}

const STATUSES: readonly ToolStatus[] = ['done', 'failed', 'denied', 'interrupted', 'running']
