import { oneLine } from '@antiphon/core'
import type { CollectedUsage, UsageProblem } from '@antiphon/search'
import { formatPlace } from '../sessions/format-place.ts'
import { formatCount } from '../view/format-count.ts'

export type UsageNotesOptions = {
  readonly collected: CollectedUsage
  readonly unpricedModels: readonly string[]
  readonly searched: readonly string[]
  readonly home: string | undefined
}

/** What a person should know of numbers beside the numbers: what is missing in them, and why. */
export function formatUsageNotes(options: UsageNotesOptions): string[] {
  const { collected, unpricedModels, searched, home } = options
  const notes = formatProblems(collected.problems, home)
  if (unpricedModels.length > 0)
    notes.push(
      `No price is known for ${unpricedModels.map(model => oneLine(model || '(no model)', 60)).join(', ')}: costs are more than what stands here.`,
    )
  if (!collected.isCacheWritten)
    notes.push('The cache could not be written: the next report takes as long as this one.')
  if (collected.answers.length > 0 || (collected.calls?.length ?? 0) > 0) return notes
  const places = searched.map(path => formatPlace(path, home)).join(', ') || 'no place: HOME is not set'
  const files = formatCount(collected.files.total, 'file')
  notes.push(`No answer that matches, in ${files}. Looked in ${places}.`)
  return notes
}

/** Each with its path; where there are many, the first few and how many more. */
export function formatProblems(
  problems: readonly Pick<UsageProblem, 'path' | 'reason'>[],
  home: string | undefined,
): string[] {
  const lines = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, reason }) => `${formatPlace(path, home)} ${reason}.`)
  const more = problems.length - lines.length
  return more > 0 ? [...lines, `… and ${formatCount(more, 'more problem')}; --json tells all.`] : lines
}

const MAX_PROBLEMS = 10
