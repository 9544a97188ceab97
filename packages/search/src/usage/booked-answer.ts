import { createUsageLedger } from '@antiphon/core'
import type { CountedAnswer } from '@antiphon/core/usage'
import type { FileAnswer } from './file-usage.ts'

/** Whose the answers of a file are. */
export type FileOwner = {
  readonly folder: string
  readonly session: string
  /** The agent that the file's name tells; null for a session. */
  readonly agent: string | null
  readonly key: string
  readonly lastAt: string
}

export type Owner = {
  readonly file: FileOwner
  readonly agent: string | null
  readonly isSubagent: boolean
  readonly isCopy: boolean
}

/** An answer with its owner. */
export type BookedAnswer = CountedAnswer & Owner

export function toBookedAnswer(answer: FileAnswer, file: FileOwner): BookedAnswer {
  const { id, model, usage, at, isCopy, visibleTokens } = answer
  const isSubagent = answer.isSubagent || file.agent !== null
  const agent = isSubagent ? (answer.agent ?? file.agent) : null
  return { id, model, usage, at, isSubagent, agent, isCopy, file, visibleTokens }
}

/** One answer that two files tell. */
export function mergeBookedAnswers(one: BookedAnswer, other: BookedAnswer): BookedAnswer {
  const ledger = createUsageLedger()
  ledger.add(one)
  ledger.add(other)
  const [counted = one] = ledger.answers()
  const { agent, isCopy, file } = precedes(one, other) ? one : other
  const { id, model, usage, at, isSubagent, visibleTokens } = counted
  return { id, model, usage, at, isSubagent, agent, isCopy, file, visibleTokens }
}

/**
 * Whose an answer is that stands in several files: the session's rather than its subagent's, the original's rather
 * than a marked copy's, and of two that are not marked the one that ended first, since a copy goes on where the
 * original stopped. The same one, in whatever order the files are read.
 */
export function precedes(one: Owner, other: Owner): boolean {
  if (one.isSubagent !== other.isSubagent) return !one.isSubagent
  if (one.isCopy !== other.isCopy) return !one.isCopy
  if (one.file.lastAt !== other.file.lastAt) return one.file.lastAt < other.file.lastAt
  if (one.file.key !== other.file.key) return one.file.key < other.file.key
  return (one.agent ?? '') <= (other.agent ?? '')
}
