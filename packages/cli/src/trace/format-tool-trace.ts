import type { ResultEffect } from '@antiphon/core/api'
import type {
  RequestRun,
  ToldStep,
  ToolTrace,
  TracedCopy,
  TracedFate,
  TracedRequest,
  TracedResult,
} from '@antiphon/core/inspect'
import { formatCount, formatNumber, oneLine } from '@antiphon/core/ui'
import { formatTable, type TableCell } from '../terminal/format-table.ts'
import { indent, type Screen } from '../terminal/screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'

/** The life of a tool result: made, taken through the model's view, sent, and what became of it. */
export function formatToolTrace(trace: ToolTrace, screen: Screen): string[] {
  const { palette } = screen
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', palette.bold(title), ...indent(lines, '  ')]
  return [
    palette.bold(oneLine(trace.call?.title ?? trace.tool ?? 'A result without its call', 200)),
    palette.dim(oneLine(trace.id, 200)),
    ...section('Made', formatBirth(trace, screen)),
    ...section('The model’s view of it', formatSteps(trace.steps, screen)),
    ...section('In requests', formatRequests(trace, screen)),
    ...section('Afterwards', trace.fates.map(formatFate)),
  ]
}

function formatBirth({ call, results }: ToolTrace, screen: Screen): string[] {
  const { palette } = screen
  const rows: TableCell[][] = []
  if (call) {
    const caller = call.agent === null ? 'the session' : `subagent ${call.agent}`
    rows.push(row('called', `${join([call.at, `by ${caller}`, call.model])} ${entry(call.uuid)}`))
  } else rows.push(row('called', 'nowhere in this log'))
  if (results.length === 0) rows.push(row('result', 'never stored: what is sent was made for the request'))
  for (const result of results) {
    const took = result.milliseconds === null ? null : `after ${formatNumber(result.milliseconds)} ms`
    const caller = result.calledBy === null ? null : `of the call in ${result.calledBy.slice(0, SHORT)}`
    const words = join([result.at, took, result.isError ? 'an error' : null, caller])
    rows.push(row('result', `${words} ${entry(result.uuid)}`), ...formatCopies(result))
  }
  const room = Math.max(20, screen.width - 30)
  return formatTable({
    rows: rows.map(([name = { text: '' }, words = { text: '' }]) => [
      { ...name, style: palette.cyan },
      { text: cutToWidth(words.text, room + 14) },
    ]),
    align: 'll',
  })
}

function formatCopies({ content, toolUseResult }: TracedResult): TableCell[][] {
  const words = ({ type, units, preview }: TracedCopy): string =>
    `${type}, ${formatCount(units, 'character')}: ${preview}`
  return [
    row('message.content', words(content)),
    row('toolUseResult', toolUseResult ? words(toolUseResult) : 'none'),
  ]
}

/** As much of a uuid as `antiphon show --at` needs. */
const SHORT = 8

function row(name: string, words: string): TableCell[] {
  return [{ text: name }, { text: oneLine(words, 400) }]
}

function entry(uuid: string | null): string {
  return uuid === null ? '' : `(entry ${uuid.slice(0, SHORT)})`
}

function join(parts: readonly (string | null)[]): string {
  return parts.filter(part => part !== null).join(' · ')
}

function formatSteps(steps: readonly ToldStep[], { palette, width }: Screen): string[] {
  const style = (effect: ResultEffect) => (effect === 'kept' ? palette.dim : palette.yellow)
  return formatTable({
    rows: steps.map(({ stage, effect, place, repairs }) => [
      { text: stage, style: effect === 'kept' ? palette.dim : palette.cyan },
      { text: effect, style: style(effect) },
      { text: place ? `${place.side}[${place.position}]` : '', style: palette.dim },
      {
        text: cutToWidth(
          repairs.map(({ rule, detail }) => `${rule} ${oneLine(detail, 100)}`).join('; '),
          Math.max(20, width - 50),
        ),
      },
    ]),
    align: 'llll',
  })
}

function formatRequests({ runs, next }: ToolTrace, { palette }: Screen): string[] {
  const toRow = (name: string, { place, state }: Pick<TracedRequest, 'place' | 'state'>): TableCell[] => [
    { text: name, style: palette.cyan },
    { text: place ? `messages[${place.message}].content[${place.block}]` : '–' },
    { text: STATES[state], style: state === 'whole' ? palette.green : palette.yellow },
  ]
  return formatTable({
    rows: [...runs.map(run => toRow(toRange(run), run)), toRow(`${next.number}, the next`, next)],
    align: 'lll',
  })
}

const STATES: Readonly<Record<TracedRequest['state'], string>> = {
  whole: 'as it was at first',
  changed: 'something else in its place',
  gone: 'not in it',
}

function toRange({ from, to }: RequestRun): string {
  return from === to ? `${from}` : `${from}–${to}`
}

function formatFate({ kind, uuid, at }: TracedFate): string {
  return `${FATES[kind]}${at === null ? '' : ` at ${at}`} ${entry(uuid)}`.trimEnd()
}

const FATES: Readonly<Record<TracedFate['kind'], string>> = {
  cleared: 'cleared by a microcompaction',
  snipped: 'dropped by the model',
  'summed-up': 'summed up by a compaction',
  'kept-by-compaction': 'kept by a compaction',
}
