import { assertNever } from '@antiphon/core'
import { type FollowItem, followFile } from '@antiphon/transcript'
import type { FollowedEvent } from '@antiphon/web/backend'
import { formatEvent } from '../stream/format-event.ts'
import { formatPlacedEntry } from './place-entry.ts'

export type FollowLogOptions = { readonly from: number; readonly signal: AbortSignal }

/** What is written behind a position, as events; each is named by where to go on after it. */
export async function* followLog(
  path: string,
  { from, signal }: FollowLogOptions,
): AsyncGenerator<string, void, undefined> {
  for await (const item of followFile(path, { from, signal })) yield formatFollowed(item)
}

/** A `FollowedEvent`; nothing for what only says that there is no more yet. */
function formatFollowed(item: FollowItem): string {
  switch (item.kind) {
    case 'entry':
      return formatEvent({ id: item.next, data: `{"kind":"entry","placed":${formatPlacedEntry(item)}}` })
    case 'bad':
      return formatEvent({
        id: item.next,
        data: formatOther({ kind: 'damage', seq: item.seq, next: item.next }),
      })
    case 'reset':
      return formatEvent({ id: 0, data: formatOther({ kind: 'restart' }) })
    case 'caught-up':
      return ''
    default:
      return assertNever(item)
  }
}

function formatOther(event: FollowedEvent): string {
  return JSON.stringify(event)
}
