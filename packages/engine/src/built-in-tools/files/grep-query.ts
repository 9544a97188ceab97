import type { ReadFilter } from '../../permissions/create-read-filter.ts'

/** What is searched for, and where; the same for every program that searches. */
export type GrepQuery = {
  readonly pattern: string
  /** The folder to search below, or the folder of the one file. */
  readonly root: string
  /** Only this file of the folder. */
  readonly fileName: string | null
  /** Globs in the order in which they are judged, with those for what is always skipped. */
  readonly globs: readonly string[]
  /** Names of the kind of files, judged beside the globs; null for every kind. */
  readonly typeGlobs: readonly string[] | null
  /** Files for which it is false are not searched, and not named. */
  readonly mayRead: ReadFilter
  readonly mode: 'content' | 'files_with_matches' | 'count'
  readonly before: number
  readonly after: number
  readonly isCaseInsensitive: boolean
  readonly isMultiline: boolean
  /** More lines than these of one file are of no use. */
  readonly maxLines: number
}

/** A line of a file that matches, or stands around one that does. */
export type GrepLine = { readonly number: number; readonly text: string; readonly isMatch: boolean }

/** A file with matches. */
export type GrepFile = {
  /** From the root, with slashes. */
  readonly path: string
  /** Lines that match; for a search over lines, matches. 1 where only the file is asked for. */
  readonly count: number
  /** Empty unless the content is asked for. */
  readonly lines: readonly GrepLine[]
}

/** Why a search could not be made: the pattern is wrong, or takes too long. */
export type GrepProblem = { readonly problem: string }
