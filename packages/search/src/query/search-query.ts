import type { ContextReference } from '@antiphon/core'
import type { FieldKind } from '../document/search-document.ts'

/** What a person looks for. All parts must be found in one document, those of `excluded` in none of its fields. */
export type SearchQuery = {
  readonly words: readonly QueryPart[]
  readonly excluded: readonly QueryPart[]
  readonly filters: QueryFilters
}

export type QueryPart = {
  /** Normalised and folded. */
  readonly text: string
  /** A phrase may begin inside a word. */
  readonly isPhrase: boolean
}

export type QueryFilters = {
  /** Folded; part of the directory. */
  readonly project?: string
  /** Folded; the beginning of the session's or the subagent's name. */
  readonly session?: string
  readonly role?: string
  /** Folded; the beginning of the tool's name. */
  readonly tool?: string
  /** Folded; part of the model's name. */
  readonly model?: string
  /** Folded; part of the branch. */
  readonly branch?: string
  /** Milliseconds of the epoch: earlier than this. */
  readonly before?: number
  /** Milliseconds of the epoch: at this time or later. */
  readonly after?: number
  readonly isError?: true
  readonly kind?: FieldKind
  /** The kind of something that a person attached, or anything that they did. */
  readonly context?: ContextReference['type'] | 'any'
}
