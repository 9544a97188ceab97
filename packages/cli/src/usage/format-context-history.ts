import { formatCount, formatLarge, oneLine } from '@antiphon/core/ui'
import type { Calendar, Compaction, ContextHistory, ContextPoint } from '@antiphon/search'
import { type Column, columnsOf, formatColumns } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import { formatSparkline } from './format-bar.ts'

/** How full the context was: a line for the eye, and a table of some answers with what filled it. */
export function formatContextHistory(
  { points, compactions }: ContextHistory,
  { minuteOf }: Calendar,
  screen: Screen,
): string[] {
  const { palette, width } = screen
  const largest = points.reduce((top, { tokens }) => Math.max(top, tokens), 0)
  const window = points.at(-1)?.maxTokens ?? 0
  const shown = points.map((point, index) => ({ point, index })).filter(({ point }) => point.detail !== null)
  return [
    `${formatCount(points.length, 'answer')}, the largest context ${formatLarge(largest)} of ${formatLarge(window)} tokens, ${formatCount(compactions.length, 'compaction')}`,
    palette.blue(
      formatSparkline(
        points.map(({ tokens }) => tokens),
        width,
      ),
    ),
    '',
    ...formatColumns(toColumns(shown, minuteOf, screen), screen),
    ...(compactions.length > 0
      ? ['', ...compactions.map(compaction => formatCompaction(compaction, minuteOf))]
      : []),
    '',
    ...wrapText(NOTE, width).map(palette.dim),
  ]
}

const NOTE =
  'Context is what the API counted; what filled it is estimated. "system" is the system prompt and the tools, which a log does not hold: what the first answer read beyond its messages. "rest" is what nothing explains.'

type Shown = { readonly point: ContextPoint; readonly index: number }

function toColumns(
  shown: readonly Shown[],
  minuteOf: Calendar['minuteOf'],
  { palette }: Screen,
): readonly Column[] {
  const column = columnsOf(shown)
  const part = (heading: string, dispensable: number, name: PartName): Column =>
    column(heading, dispensable, ({ point }) => formatLarge(point.detail?.messages[name] ?? 0))
  return [
    column('answer', 0, ({ index }) => `${index + 1}`),
    column('time', 6, ({ point }) => minuteOf(point.at) ?? ''),
    column('context', 0, ({ point }) => formatLarge(point.tokens)),
    column('full', 0, ({ point }) => `${Math.round((point.tokens / point.maxTokens) * 100)}%`),
    part('prompts', 3, 'userMessageTokens'),
    part('answers', 3, 'assistantMessageTokens'),
    part('calls', 4, 'toolCallTokens'),
    part('results', 1, 'toolResultTokens'),
    part('attached', 5, 'attachmentTokens'),
    column('memory', 5, ({ point }) => formatLarge(categoryOf(point, 'memory_files'))),
    column('system', 2, ({ point }) => formatLarge(categoryOf(point, 'system_prompt'))),
    part('rest', 3, 'unattributedTokens'),
    column('', 7, ({ point }) => (point.isAfterCompaction ? '◂ compacted' : ''), {
      align: 'l',
      style: palette.yellow,
    }),
  ]
}

type PartName =
  | 'userMessageTokens'
  | 'assistantMessageTokens'
  | 'toolCallTokens'
  | 'toolResultTokens'
  | 'attachmentTokens'
  | 'unattributedTokens'

function categoryOf({ detail }: ContextPoint, wanted: 'memory_files' | 'system_prompt'): number {
  return detail?.categories.find(({ id }) => id === wanted)?.tokens ?? 0
}

function formatCompaction(
  { at, trigger, preTokens, index }: Compaction,
  minuteOf: Calendar['minuteOf'],
): string {
  const time = minuteOf(at)
  const words = [
    `compacted after answer ${index}`,
    ...(time === null ? [] : [time]),
    ...(trigger === null ? [] : [oneLine(trigger, 20)]),
    ...(preTokens === null ? [] : [`${formatLarge(preTokens)} tokens before`]),
  ]
  return words.join(' · ')
}
