import { safeJson } from '@antiphon/core/wire'
import type { Io } from '@antiphon/host'
import { type AttachedPrompt, computeReferenceReport } from '@antiphon/search'
import { screenFor, writeLines } from '../command-context.ts'
import type { ColorChoice } from '../terminal/wants-color.ts'
import { collectAttachedPrompts } from './collect-attached-prompts.ts'
import { formatReferenceReport } from './format-reference-report.ts'

/** What a person asks of `antiphon context stats`; times are milliseconds of the epoch. */
export type ContextStatsOptions = {
  readonly after?: number
  readonly before?: number
  readonly project?: string
  readonly limit?: number
  readonly json?: true
  readonly color: ColorChoice
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
  if (options.json) return io.stdout.write(`${safeJson(report, 2)}\n`)
  if (report.total.times === 0) return io.stderr.write('Nothing was attached to any prompt here.\n')
  const { limit = STATS_LIMIT, color } = options
  const screen = screenFor(io, io.stdout, color)
  await writeLines(io, io.stdout, formatReferenceReport(report, { limit, now: Date.now() }, screen))
  const more = report.rows.length - limit
  if (more > 0) await io.stderr.write(`… and ${more} more; --limit shows them.\n`)
}

function isAsked(
  { time, project }: AttachedPrompt,
  { after, before, project: asked }: ContextStatsOptions,
): boolean {
  if (after !== undefined && time < after) return false
  if (before !== undefined && time >= before) return false
  return asked === undefined || project.toLowerCase().includes(asked.toLowerCase())
}
