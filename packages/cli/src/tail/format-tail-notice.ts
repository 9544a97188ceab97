import { basename } from 'node:path'
import { formatNumber, stripControl } from '@antiphon/core/ui'
import type { FollowedItem } from '@antiphon/transcript'

/** What is to be told of a log besides its entries; empty for those, and for being up to date. */
export function formatTailNotice({ path, item }: FollowedItem): string {
  const name = stripControl(basename(path))
  switch (item.kind) {
    case 'entry':
    case 'caught-up':
      return ''
    case 'bad':
      return `${name}: ${formatNumber(item.next - item.seq)} bytes at byte ${formatNumber(item.seq)} hold no entry (${item.reason}).`
    case 'reset':
      return `${name} ${RESETS[item.reason]}`
  }
}

const RESETS = {
  truncated: 'was cut or written anew; the last of it follows.',
  replaced: 'was replaced by another file; the last of it follows.',
  deleted: 'was deleted; waiting for it to come back.',
} as const
