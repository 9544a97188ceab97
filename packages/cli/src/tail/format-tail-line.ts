import type { FollowedItem } from '@antiphon/transcript'
import { safeJson } from '../terminal/safe-json.ts'

/** What happened to a log as a line of JSON; empty for being up to date. */
export function formatTailLine({ path, item }: FollowedItem): string {
  return item.kind === 'caught-up' ? '' : `${safeJson({ path, ...item })}\n`
}
