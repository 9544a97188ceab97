import { safeJson } from '@antiphon/core/wire'
import { homeOf, type Io } from '@antiphon/host'
import {
  type CollectUsageOptions,
  collectUsage,
  computeToolReport,
  reportUsage,
  type UsageProgress,
} from '@antiphon/search'
import { findRoots } from '@antiphon/transcript'
import { screenFor, writeLines } from '../command-context.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'
import { formatToolTable } from './format-tool-table.ts'
import { formatUsageNotes, type UsageNotesOptions } from './format-usage-notes.ts'
import { formatUsageTable } from './format-usage-table.ts'
import type { UsageOptions } from './run-usage.ts'
import { toCollectOptions } from './to-collect-options.ts'
import { writeNotes } from './write-notes.ts'

/** Prints a table of what sessions used, or of what tools gave them to read. */
export async function runReport(options: UsageOptions, io: Io): Promise<void> {
  const told = options.by === 'tool' ? await runToolReport(options, io) : await runUsageReport(options, io)
  const home = homeOf(io)
  const { searched } = await findRoots(io.env, home)
  await writeNotes(io, formatUsageNotes({ ...told, searched, home }))
}

type Told = Omit<UsageNotesOptions, 'searched' | 'home'>

async function runUsageReport(options: UsageOptions, io: Io): Promise<Told> {
  const { by, json, color } = options
  const { table, ...survey } = await withProgress(options, io, collect =>
    reportUsage({ ...collect, by: by === 'tool' ? 'day' : by }),
  )
  const { files, problems } = survey
  if (json) await io.stdout.write(`${safeJson({ ...table, files, problems }, 2)}\n`)
  else if (table.rows.length > 0)
    await writeLines(io, io.stdout, formatUsageTable(table, homeOf(io), screenFor(io, io.stdout, color)))
  const { unpricedModels, answers, estimatedAnswers } = table.total
  return { survey, isEmpty: table.rows.length === 0, unpricedModels, answers, estimatedAnswers }
}

async function runToolReport(options: UsageOptions, io: Io): Promise<Told> {
  const { json, color } = options
  const survey = await withProgress(options, io, collect => collectUsage({ ...collect, hasTools: true }))
  const { files, problems, timeZone, calls } = survey
  const report = computeToolReport(calls ?? [])
  if (json) await io.stdout.write(`${safeJson({ by: 'tool', timeZone, ...report, files, problems }, 2)}\n`)
  else if (report.rows.length > 0)
    await writeLines(io, io.stdout, formatToolTable(report, screenFor(io, io.stdout, color)))
  return { survey, isEmpty: report.rows.length === 0, unpricedModels: [], answers: 0, estimatedAnswers: 0 }
}

async function withProgress<Result>(
  options: UsageOptions,
  io: Io,
  count: (collect: CollectUsageOptions) => Promise<Result>,
): Promise<Result> {
  const progress = createProgressBar(io.stderr, 'Counting')
  const onProgress = ({ files, totalFiles }: UsageProgress): void => progress.update(files, totalFiles)
  try {
    return await count({ ...(await toCollectOptions(options, io)), onProgress })
  } finally {
    await progress.clear()
  }
}
