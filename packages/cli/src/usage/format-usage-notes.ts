import { formatCount, formatNumber, oneLine } from '@antiphon/core/ui'
import type { CacheState, UsageProblem, UsageSurvey } from '@antiphon/search'
import { formatPlace } from '../session-list/short-names.ts'

export type UsageNotesOptions = {
  readonly survey: UsageSurvey
  /** True where nothing was counted. */
  readonly isEmpty: boolean
  readonly unpricedModels: readonly string[]
  /** Answers, and those of them whose record of output cannot be true. */
  readonly answers: number
  readonly estimatedAnswers: number
  readonly searched: readonly string[]
  readonly home: string | undefined
}

/** What a person should know of numbers beside the numbers: what is missing in them, and why. */
export function formatUsageNotes(options: UsageNotesOptions): string[] {
  const { survey, isEmpty, unpricedModels, searched, home } = options
  const notes = formatProblems(survey.problems, home)
  if (unpricedModels.length > 0)
    notes.push(
      `No price is known for ${unpricedModels.map(model => oneLine(model || '(no model)', 60)).join(', ')}: costs are more than what stands here.`,
    )
  if (options.estimatedAnswers > 0)
    notes.push(
      `${formatNumber(options.estimatedAnswers)} of ${formatCount(options.answers, 'answer')} record fewer output tokens than they visibly hold (Claude Code stores the count from the start of the stream): ≥ is at least that, estimated from the content.`,
    )
  const ofCache = CACHE_NOTES[survey.cacheState]
  if (ofCache !== null) notes.push(ofCache)
  if (!survey.isCacheWritten)
    notes.push('The cache could not be written: the next report takes as long as this one.')
  if (!isEmpty) return notes
  const places = searched.map(path => formatPlace(path, home)).join(', ') || 'no place: HOME is not set'
  const files = formatCount(survey.files.total, 'file')
  notes.push(`No answer that matches, in ${files}. Looked in ${places}.`)
  return notes
}

const CACHE_NOTES: Readonly<Record<CacheState, string | null>> = {
  none: null,
  good: null,
  damaged: 'The cache was damaged: every file was read again.',
  'other-version': 'The cache was of another version: every file was read again.',
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
