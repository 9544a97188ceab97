import { isLeased } from '@antiphon/transcript'

export type LiveQuestion = {
  readonly path: string
  /** When the last entry was written, as it says itself; null where none says it. */
  readonly endedAt: number | null
  /** When the file was touched: by anybody, for any reason. */
  readonly modifiedAt: number
  /** Whether an agent that runs now has noted that it has the session open. */
  readonly isOpen: boolean
  /** When new entries were seen to come. */
  readonly grewAt?: number | undefined
  readonly now: number
}

/**
 * True where somebody writes a log now: an agent has it open, something was said a moment ago, or a recorder of ours
 * holds it. That its file was touched says nothing: repairs, copies and restored backups do that, too.
 */
export async function isLive(question: LiveQuestion): Promise<boolean> {
  const { path, endedAt, modifiedAt, isOpen, grewAt, now } = question
  if (isOpen) return true
  if (endedAt !== null && Math.abs(now - endedAt) < LIVE_MS) return true
  if (grewAt !== undefined && now - grewAt < LIVE_MS) return true
  // To ask for each of thousands of old ones would slow the list down.
  return now - modifiedAt < HELD_MS && (await isLeased(path).catch(() => false))
}

/** How long after its last words a log counts as being written: other writers hold no lease. */
export const LIVE_MS = 60_000
const HELD_MS = 24 * 60 * 60 * 1000
