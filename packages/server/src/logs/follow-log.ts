import { assertNever } from '@antiphon/contract'
import { type FollowItem, followFile } from '@antiphon/transcript'
import { type Json, toJson, toJsonObject } from '../json/json.ts'
import type { FollowedEvent } from '../protocol/log-protocol.ts'
import { formatPlacedEntry } from './place-entry.ts'

type FollowLogOptions = { readonly from: number; readonly signal: AbortSignal }

/** `id` is where to go on behind it. */
export type LogEvent = { readonly id: number; readonly data: Json<FollowedEvent> }

/** What is written behind a position. */
export async function* followLog(
  path: string,
  { from, signal }: FollowLogOptions,
): AsyncGenerator<LogEvent, void, undefined> {
  for await (const item of followFile(path, { from, signal })) {
    const event = toEvent(item)
    if (event) yield event
  }
}

/** Null for what only says that there is no more yet. */
function toEvent(item: FollowItem): LogEvent | null {
  switch (item.kind) {
    case 'entry': {
      const kind: 'entry' = item.kind
      return { id: item.next, data: toJsonObject({ kind }, { placed: formatPlacedEntry(item) }) }
    }
    case 'bad':
      return { id: item.next, data: toJson({ kind: 'damage', seq: item.seq, next: item.next }) }
    case 'reset':
      return { id: 0, data: toJson({ kind: 'restart' }) }
    case 'caught-up':
      return null
    default:
      return assertNever(item)
  }
}
