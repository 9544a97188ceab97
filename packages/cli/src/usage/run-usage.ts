import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildConversation } from '@antiphon/core'
import {
  type Calendar,
  type CollectedUsage,
  collectUsage,
  computeContextHistory,
  computeToolReport,
  computeUsageReport,
  createCalendar,
  findUsageCache,
  type UsageGroup,
} from '@antiphon/search'
import { findRoots } from '@antiphon/transcript'
import { CliError } from '../cli-error.ts'
import { screenFor, writeLines } from '../commands/command-context.ts'
import { findSession, homeOf } from '../input/find-session.ts'
import { readSession } from '../input/read-session.ts'
import type { Io } from '../io.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'
import { safeJson } from '../terminal/safe-json.ts'
import type { ColorChoice } from '../terminal/wants-color.ts'
import { collectAllBreaks, collectSessionBreaks } from './collect-cache-breaks.ts'
import { formatAllCacheBreaks, formatCacheBreaks } from './format-cache-breaks.ts'
import { formatContextHistory } from './format-context-history.ts'
import { formatToolTable } from './format-tool-table.ts'
import { formatProblems, formatUsageNotes } from './format-usage-notes.ts'
import { formatUsageTable } from './format-usage-table.ts'

/** What a person asks of `antiphon usage`. */
export type UsageOptions = {
  readonly by: UsageGroup | 'tool'
  readonly since?: string
  readonly until?: string
  readonly project?: string
  readonly session?: string
  readonly context?: string
  readonly cacheBreaks?: string | true
  readonly timezone?: string
  /** False where the person wants every file read again. */
  readonly cache: boolean
  readonly json?: true
  readonly color: ColorChoice
}

/** Prints what sessions used. */
export async function runUsage(options: UsageOptions, io: Io): Promise<void> {
  const calendar = openCalendar(options.timezone)
  try {
    if (options.context !== undefined) await runContext(options.context, { ...options, calendar }, io)
    else if (options.cacheBreaks !== undefined)
      await runCacheBreaks(options.cacheBreaks, { ...options, calendar }, io)
    else await runReport(options, io)
  } catch (error) {
    if (io.signal.aborted) throw new CliError('interrupted', 'Interrupted.', { cause: error })
    throw error
  }
}

async function runReport(options: UsageOptions, io: Io): Promise<void> {
  const home = homeOf(io)
  const place = await findRoots(io.env, home)
  const collected = await collect(options, io, place.roots)
  const screen = screenFor(io, io.stdout, options.color)
  const { files, problems, calls, timeZone } = collected
  let unpricedModels: readonly string[] = []
  if (options.by === 'tool') {
    const report = computeToolReport(calls ?? [])
    if (options.json)
      await io.stdout.write(`${safeJson({ by: 'tool', timeZone, ...report, files, problems }, 2)}\n`)
    else if (report.rows.length > 0) await writeLines(io, io.stdout, formatToolTable(report, screen))
  } else {
    const table = computeUsageReport(collected.answers, { by: options.by, timeZone })
    unpricedModels = table.total.unpricedModels
    if (options.json) await io.stdout.write(`${safeJson({ ...table, files, problems }, 2)}\n`)
    else if (table.rows.length > 0) await writeLines(io, io.stdout, formatUsageTable(table, home, screen))
  }
  const notes = formatUsageNotes({ collected, unpricedModels, searched: place.searched, home })
  await writeLines(io, io.stderr, notes)
}

async function collect(options: UsageOptions, io: Io, roots: readonly string[]): Promise<CollectedUsage> {
  const { since, until, session, project, timezone, by, cache } = options
  const progress = createProgressBar(io.stderr, 'Counting')
  try {
    return await collectUsage({
      roots,
      signal: io.signal,
      cache: cache ? findUsageCache(io.env, homeOf(io)) : null,
      hasTools: by === 'tool',
      onProgress: ({ files, totalFiles }) => progress.update(files, totalFiles),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(session !== undefined && { session }),
      ...(timezone !== undefined && { timeZone: timezone }),
      ...(project !== undefined && { project: await namesOf(project) }),
    })
  } finally {
    await progress.clear()
  }
}

/** A session may name its directory with or without the links on the way. */
async function namesOf(path: string): Promise<readonly string[]> {
  const whole = resolve(path)
  const real = await realpath(whole).catch(() => whole)
  return [...new Set([whole, real])]
}

const DETAILED_ROWS = 16

type Shown = Pick<UsageOptions, 'json' | 'color'> & { readonly calendar: Calendar }

async function runContext(argument: string, { json, color, calendar }: Shown, io: Io): Promise<void> {
  const { path } = await findSession(argument, io)
  const { entries, name } = await readSession(path, io)
  const { messages } = buildConversation(entries)
  const history = computeContextHistory(messages, json ? {} : { detailed: DETAILED_ROWS })
  if (json) return io.stdout.write(`${safeJson(history, 2)}\n`)
  if (history.points.length === 0) return io.stderr.write(`${name} has no answer with usage.\n`)
  return writeLines(io, io.stdout, formatContextHistory(history, calendar, screenFor(io, io.stdout, color)))
}

async function runCacheBreaks(
  argument: string | true,
  { json, color, calendar }: Shown,
  io: Io,
): Promise<void> {
  const isAll = argument === true
  const { sessions, problems } = isAll ? await collectAllBreaks(io) : await collectSessionBreaks(argument, io)
  if (json)
    await io.stdout.write(
      `${safeJson({ sessions: sessions.map(({ session, report }) => ({ session, ...report })), problems }, 2)}\n`,
    )
  else {
    const screen = screenFor(io, io.stdout, color)
    const lines = isAll
      ? formatAllCacheBreaks(sessions, calendar, screen)
      : sessions.flatMap(session => formatCacheBreaks(session, calendar, screen))
    await writeLines(io, io.stdout, lines)
  }
  await writeLines(io, io.stderr, formatProblems(problems, homeOf(io)))
}

function openCalendar(timeZone: string | undefined): Calendar {
  try {
    return createCalendar(timeZone)
  } catch (error) {
    throw new CliError(
      'wrong-use',
      `There is no time zone ${timeZone}. Give a name such as Europe/Berlin or UTC.`,
      { cause: error },
    )
  }
}
