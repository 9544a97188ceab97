import { basename } from 'node:path'
import { readReferences } from '@antiphon/core/context'
import { CONTEXT_ICONS } from '@antiphon/core/message'
import { formatAge, formatCount, formatLarge, oneLine } from '@antiphon/core/ui'
import { findSession, homeOf, type Io, readSession } from '@antiphon/host'
import {
  type AttachedPrompt,
  computeReferenceReport,
  findCacheFolder,
  openSearch,
  type ReferenceReport,
  type SearchQuery,
} from '@antiphon/search'
import { type OutputFlags, printResult, rootsOf } from '../command-context.ts'
import { collectHits } from '../search/collect-hits.ts'
import { type Column, columnsOf, formatColumns } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'

/** What a person asks of `antiphon context stats`; times are milliseconds of the epoch. */
export type ContextStatsOptions = OutputFlags & {
  readonly after?: number
  readonly before?: number
  readonly project?: string
  readonly limit?: number
}

export const STATS_LIMIT = 30

/** Prints what people attached to their prompts, and how often. */
export async function runContextStats(
  sessions: readonly string[],
  options: ContextStatsOptions,
  io: Io,
): Promise<void> {
  const prompts = await collectAttachedPrompts(sessions, io)
  const report = computeReferenceReport(prompts.filter(prompt => isAsked(prompt, options)))
  if (!options.json && report.total.times === 0)
    return io.stderr.write('Nothing was attached to any prompt here.\n')
  const { limit = STATS_LIMIT } = options
  await printResult(io, options, {
    value: report,
    format: screen => formatReferenceReport(report, { limit, now: Date.now() }, screen),
  })
  const more = report.rows.length - limit
  if (more > 0 && !options.json) await io.stderr.write(`… and ${more} more; --limit shows them.\n`)
}

function isAsked(
  { time, project }: AttachedPrompt,
  { after, before, project: asked }: ContextStatsOptions,
): boolean {
  if (after !== undefined && time < after) return false
  if (before !== undefined && time >= before) return false
  return asked === undefined || project.toLowerCase().includes(asked.toLowerCase())
}

/** Every prompt to which something was attached: of the named sessions, or of all where none is named. */
async function collectAttachedPrompts(
  sessions: readonly string[],
  io: Io,
): Promise<readonly AttachedPrompt[]> {
  if (sessions.length === 0) return searchPrompts(io)
  const prompts: AttachedPrompt[] = []
  for (const session of sessions) prompts.push(...(await readPrompts(session, io)))
  return prompts
}

const ATTACHED: SearchQuery = { words: [], excluded: [], filters: { context: 'any' } }

async function searchPrompts(io: Io): Promise<readonly AttachedPrompt[]> {
  const { roots } = await rootsOf(io)
  const search = openSearch({ roots, cacheFolder: findCacheFolder(io.env, homeOf(io)) })
  const { hits } = await collectHits(search, ATTACHED, { io, limit: Number.MAX_SAFE_INTEGER })
  return hits.map(({ references = [], ...hit }) => ({ ...hit, references }))
}

async function readPrompts(argument: string, io: Io): Promise<readonly AttachedPrompt[]> {
  const { path } = await findSession(argument, io)
  const { entries } = await readSession(path, io)
  return entries.flatMap(entry => {
    const references = readReferences(entry)
    if (references.length === 0) return []
    const { uuid, sessionId, cwd, timestamp } = entry as Readonly<Record<string, unknown>>
    const time = Date.parse(String(timestamp))
    return [
      {
        ...(typeof uuid === 'string' && { uuid }),
        session: typeof sessionId === 'string' ? sessionId : basename(path),
        project: typeof cwd === 'string' ? cwd : '',
        time: Number.isNaN(time) ? 0 : time,
        references,
      },
    ]
  })
}

/** How much was attached in all and by kind, then a line a thing, the most frequent first. */
function formatReferenceReport(
  { total, kinds, rows }: ReferenceReport,
  { limit, now }: { readonly limit: number; readonly now: number },
  screen: Screen,
): string[] {
  const { palette, width } = screen
  const shown = rows.slice(0, limit)
  const column = columnsOf(shown)
  const room = Math.max(20, width - 34)
  const columns: readonly Column[] = [
    column('times', 0, ({ times }) => formatLarge(times)),
    column('prompts', 2, ({ prompts }) => formatLarge(prompts)),
    column('sessions', 3, ({ sessions }) => formatLarge(sessions)),
    column('last', 1, ({ last }) => (last === 0 ? '' : formatAge(last, now))),
    column(
      'what',
      0,
      ({ type, kind, label }) => cutToWidth(`${CONTEXT_ICONS[type]} ${oneLine(label, 300) || kind}`, room),
      { align: 'l' },
    ),
  ]
  const sum = `${formatCount(total.times, 'reference')} to ${formatCount(total.references, 'thing')} in ${formatCount(total.prompts, 'prompt')} of ${formatCount(total.sessions, 'session')}`
  const byKind = kinds.map(({ kind, times }) => `${kind} ${formatLarge(times)}`).join(' · ')
  return [palette.bold(sum), palette.dim(byKind), '', ...formatColumns(columns, screen)]
}
