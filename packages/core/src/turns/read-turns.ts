import { isObject } from '@antiphon/contract'
import { deriveUUID, type UUID } from '../message/uuid.ts'
import type { PersonItem } from '../ui/person-item.ts'
import type { LogPlace, ViewItem } from '../ui/view-item.ts'
import { groupTurns, type Turn } from './group-turns.ts'

/** The turns of a view that was read whole, with the entries that it was made of in their order. */
export function readTurns(items: readonly PersonItem[], entries: Iterable<unknown>): readonly Turn[] {
  const places = placeMessages(entries)
  const seen = new Map<string, number>()
  return groupTurns(
    items.map((item): ViewItem<LogPlace> => {
      const count = seen.get(item.uuid) ?? 0
      seen.set(item.uuid, count + 1)
      const place = places.get(item.uuid)
      return { key: count === 0 ? item.uuid : `${item.uuid}~${count}`, item, place }
    }),
  )
}

/** Where each message of one block stands that shares its entry with another: a picture with the words it was sent with. */
function placeMessages(entries: Iterable<unknown>): ReadonlyMap<string, ViewItem<LogPlace>['place']> {
  const places = new Map<string, ViewItem<LogPlace>['place']>()
  let seq = 0
  for (const entry of entries) {
    seq += 1
    if (!isObject(entry) || entry.type !== 'user' || typeof entry.uuid !== 'string') continue
    const content: unknown = isObject(entry.message) ? entry.message.content : undefined
    if (!Array.isArray(content) || content.length < 2) continue
    for (const block of content.keys())
      places.set(deriveUUID(entry.uuid as UUID, block), { placed: { seq }, block })
  }
  return places
}
