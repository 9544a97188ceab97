import { oneLine } from '@antiphon/core/ui'
import { homeOf, type Io } from '@antiphon/host'
import {
  type CollectUsageOptions,
  collectUsage,
  computeToolReport,
  reportUsage,
  type UsageProgress,
} from '@antiphon/search'
import { listSessionFiles, readSummaries, sessionIdOf } from '@antiphon/transcript'
import { printResult, rootsOf, writeNotes } from '../command-context.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'
import { readBudgetNotes } from './format-budget.ts'
import { formatToolTable } from './format-tool-table.ts'
import { formatUsageNotes, type UsageNotesOptions } from './format-usage-notes.ts'
import { formatUsageTable } from './format-usage-table.ts'
import type { UsageOptions } from './run-usage.ts'
import { toCollectOptions } from './to-collect-options.ts'

/** Prints a table of what sessions used, or of what tools gave them to read. */
export async function runReport(options: UsageOptions, io: Io): Promise<void> {
  const told = options.by === 'tool' ? await runToolReport(options, io) : await runUsageReport(options, io)
  const home = homeOf(io)
  const { searched } = await rootsOf(io)
  const budget = options.by === 'tool' ? [] : await readBudgetNotes(options, io)
  await writeNotes(io, [...formatUsageNotes({ ...told, searched, home }), ...budget])
}

type Told = Omit<UsageNotesOptions, 'searched' | 'home'>

async function runUsageReport(options: UsageOptions, io: Io): Promise<Told> {
  const { by } = options
  const { table, ...survey } = await withProgress(options, io, collect =>
    reportUsage({ ...collect, by: by === 'tool' ? 'day' : by }),
  )
  const { files, problems } = survey
  const isEmpty = table.rows.length === 0
  const titles = by === 'session' && !options.json ? await readTitles(table.rows, io) : undefined
  await printResult(io, options, {
    value: { ...table, files, problems },
    format: screen =>
      isEmpty ? [] : formatUsageTable(table, { home: homeOf(io), ...(titles && { titles }) }, screen),
  })
  const { unpricedModels, answers, estimatedAnswers } = table.total
  return { survey, isEmpty, unpricedModels, answers, estimatedAnswers }
}

/** What the sessions of a table are called, by their ids; read from the ends of their files, as a list is. */
async function readTitles(
  rows: readonly { readonly key: string | null }[],
  io: Io,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(rows.map(({ key }) => key))
  const { files } = await listSessionFiles((await rootsOf(io)).roots, { hasSubagents: false })
  const titles = new Map<string, string>()
  for await (const item of readSummaries(files.filter(file => wanted.has(sessionIdOf(file)))))
    if (item.kind === 'session' && item.title) titles.set(sessionIdOf(item), oneLine(item.title.text, 200))
  return titles
}

async function runToolReport(options: UsageOptions, io: Io): Promise<Told> {
  const survey = await withProgress(options, io, collect => collectUsage({ ...collect, hasTools: true }))
  const { files, problems, timeZone, calls } = survey
  const report = computeToolReport(calls ?? [])
  const isEmpty = report.rows.length === 0
  await printResult(io, options, {
    value: { by: 'tool', timeZone, ...report, files, problems },
    format: screen => (isEmpty ? [] : formatToolTable(report, screen)),
  })
  return { survey, isEmpty, unpricedModels: [], answers: 0, estimatedAnswers: 0 }
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
