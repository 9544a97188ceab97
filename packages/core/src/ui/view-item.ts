import { isObject } from '@antiphon/contract'
import type { UUID } from '../message/uuid.ts'
import { firstBlock } from './message-content.ts'
import type { PersonItem, ToolItem } from './person-item.ts'

/** Where an entry stands in its log. */
export type LogPlace = { readonly seq: number }

/** The entry that holds a message of one block, and which block of it that is. */
export type ItemPlace<Place extends LogPlace> = { readonly placed: Place; readonly block: number }

/** One thing that a person sees of a log, and where in the log it stands. */
export type ViewItem<Place extends LogPlace> = {
  /** Stays the same whatever is read around it. */
  readonly key: string
  readonly item: PersonItem
  /** Undefined for what was nested in another entry. */
  readonly place: ItemPlace<Place> | undefined
}

/** Names items by their places. Whatever the log holds, no two have one name: a list would draw them over each other. */
export function toViewItems<Place extends LogPlace>(
  items: readonly PersonItem[],
  places: ReadonlyMap<UUID, ItemPlace<Place>>,
): readonly ViewItem<Place>[] {
  const names = new Map<string, number>()
  return items.map(item => {
    const place = places.get(item.uuid)
    const name = place ? `${place.placed.seq}.${place.block}` : item.uuid
    const count = names.get(name) ?? 0
    names.set(name, count + 1)
    return { key: count === 0 ? name : `${name}~${count}`, item, place }
  })
}

/** True where two items of one key say the same, so that the older one can stand for both. */
export function isSameViewItem<Place extends LogPlace>(
  one: ViewItem<Place>,
  { item, place }: ViewItem<Place>,
): boolean {
  const old = one.item
  if (!place || one.place?.placed !== place.placed || old.uuid !== item.uuid) return false
  if (old.kind !== item.kind || old.text !== item.text) return false
  if (old.isRetracted !== item.isRetracted || old.isSidechain !== item.isSidechain) return false
  if (!isSameMessage(old.message, item.message)) return false
  return old.kind !== 'tool' || item.kind !== 'tool' || isSameStory(old, item)
}

function isSameStory({ story: one }: ToolItem, { story: other }: ToolItem): boolean {
  return (
    one.status === other.status &&
    one.durationMs === other.durationMs &&
    isSameMessage(one.result, other.result) &&
    isSameMessage(one.progress, other.progress) &&
    areSameMessages(one.preHooks, other.preHooks) &&
    areSameMessages(one.postHooks, other.postHooks) &&
    one.children.length + other.children.length === 0
  )
}

function areSameMessages(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => isSameMessage(one, others[index]))
}

/** Messages of one block are made anew each time, but what they hold is not, unless a text stood alone. */
function isSameMessage(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isObject(one) || !isObject(other) || !isSameButFor(one, other, MADE_ANEW)) return false
  const [inner, another] = [one.message, other.message]
  if (!isObject(inner) || !isObject(another) || !isSameButFor(inner, another, ['content'])) return false
  return isSameBlock(firstBlock(one), firstBlock(other))
}

const MADE_ANEW = ['message', 'imagePasteIds']

function isSameBlock(one: unknown, other: unknown): boolean {
  return one === other || (isObject(one) && isObject(other) && isSameButFor(one, other, []))
}

type Fields = Readonly<Record<string, unknown>>

function isSameButFor(one: Fields, other: Fields, names: readonly string[]): boolean {
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => names.includes(key) || (Object.hasOwn(other, key) && one[key] === other[key]))
  )
}
