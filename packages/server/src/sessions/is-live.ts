import { isLeased } from '@antiphon/transcript'

export type LiveQuestion = { readonly path: string; readonly changedAt: number; readonly now: number }

/** True where somebody writes a log now: it changed a moment ago, or a recorder of ours holds it. */
export async function isLive({ path, changedAt, now }: LiveQuestion): Promise<boolean> {
  const age = now - changedAt
  if (age < LIVE_MS) return true
  // To ask for each of thousands of old ones would slow the list down.
  return age < HELD_MS && (await isLeased(path).catch(() => false))
}

/** How long after a change a log counts as being written: other writers hold no lease. */
export const LIVE_MS = 60_000
const HELD_MS = 24 * 60 * 60 * 1000
