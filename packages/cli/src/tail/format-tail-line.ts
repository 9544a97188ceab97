import { safeJson } from '@antiphon/core/wire'
import type { FollowedItem } from '@antiphon/transcript'

/** What happened to a log as a line of JSON; empty for being up to date. */
export function formatTailLine({ path, item }: FollowedItem): string {
  return item.kind === 'caught-up' ? '' : `${safeJson({ path, ...item })}\n`
}
