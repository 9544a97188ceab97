import type { ContextReference } from '@antiphon/core'
import type { HitKind } from '../document/hit-kind.ts'
import type { SearchFieldKind } from '../document/read-document.ts'
import { ANYWHERE, classOf, SEPARATOR } from '../text/character-class.ts'
import { endOfSigns, endOfWord, MAX_TERM_UNITS } from '../text/word-runs.ts'

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
  readonly kind?: SearchFieldKind | HitKind
  /** Folded; `main` for what subagents did not say, `sub` for what they did, or the beginning of a subagent's name. */
  readonly agent?: string
  /** The kind of something that a person attached, or anything that they did. */
  readonly context?: ContextReference['type'] | 'any'
}

/** With what some terms of every document begin that the query finds; nothing where only a scan can tell. */
export function neededTerms({ words }: SearchQuery): readonly string[] {
  return [...new Set(words.flatMap(part => [...termsOf(part)]))]
}

function* termsOf({ text, isPhrase }: QueryPart): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const kind = classOf(text.charCodeAt(start))
    if (kind === SEPARATOR) {
      start++
      continue
    }
    const end = kind === ANYWHERE ? endOfSigns(text, start) : endOfWord(text, start)
    if (kind === ANYWHERE) yield* pairsOf(text.slice(start, end))
    // A phrase may begin inside a word: what the word begins with is unknown.
    else if (start > 0 || !isPhrase) yield text.slice(start, Math.min(end, start + MAX_TERM_UNITS))
    start = end
  }
}

function* pairsOf(signs: string): Generator<string> {
  if (signs.length === 1) yield signs
  for (let at = 0; at + 1 < signs.length; at++) yield signs.slice(at, at + 2)
}
