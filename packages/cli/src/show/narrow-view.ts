import { isObject } from '@antiphon/contract'
import { deriveUUID, type Entry, type PersonItem } from '@antiphon/core'
import { type LoadedSession, ProgramError } from '@antiphon/host'
import type { ShownSession } from './compute-session-view.ts'

/** The items around one message. */
export type NarrowedView = ShownSession & {
  /** Items behind the last of `items` that were not asked for. */
  readonly laterItems: number
  /** Where in `items` the message is, or what stands before it. */
  readonly at: number
  /** False for a line that is not shown to a person: then `at` is what stands before it. */
  readonly isShown: boolean
}

export type NarrowOptions = {
  readonly uuid: string
  readonly entries: readonly Entry[]
  /** How many items at most. */
  readonly limit: number
}

/** Cuts a view to what stands around a message. Null where no item shows it or anything before it. */
export function narrowView(view: ShownSession, { uuid, entries, limit }: NarrowOptions): NarrowedView | null {
  for (const items of [view.items, ...view.branches.map(branch => branch.items)]) {
    const index = findItem(items, uuid)
    if (index !== -1) return cut({ view, items, index, limit, isShown: true })
  }
  const index = findBefore(view.items, uuid, entries)
  return index === -1 ? null : cut({ view, items: view.items, index, limit, isShown: false })
}

/** The one message of a session whose uuid begins with a text; throws a `ProgramError` where there is none, or several. */
export function findUuid(
  { name, entries }: Pick<LoadedSession, 'name' | 'entries'>,
  beginning: string,
): string {
  const [uuid, ...others] = findUuids(entries, beginning)
  if (uuid === undefined)
    throw new ProgramError(
      'wrong-use',
      `${name} has no message whose uuid begins with ${beginning}. \`antiphon search\` prints where to look.`,
    )
  if (others.length > 0)
    throw new ProgramError(
      'wrong-use',
      `${others.length + 1} messages of ${name} have a uuid that begins with ${beginning}. Give more of it; \`antiphon search --json\` prints it whole.`,
    )
  return uuid
}

/** The whole uuids of the messages of a log that begin with a text. */
function findUuids(entries: readonly Entry[], beginning: string): readonly string[] {
  const found = new Set<string>()
  for (const entry of entries) {
    const uuid = uuidOf(entry)
    if (uuid === beginning) return [uuid]
    if (uuid?.startsWith(beginning)) found.add(uuid)
  }
  return [...found]
}

type Cut = {
  readonly view: ShownSession
  readonly items: readonly PersonItem[]
  readonly index: number
  readonly limit: number
  readonly isShown: boolean
}

/** As much before it as behind it. */
function cut({ view, items, index, limit, isShown }: Cut): NarrowedView {
  const wanted = Math.max(0, index - Math.floor((limit - 1) / 2))
  const start = Math.max(0, Math.min(wanted, items.length - limit))
  const shown = items.slice(start, start + limit)
  return {
    ...view,
    items: shown,
    branches: [],
    hiddenItems: start,
    laterItems: items.length - start - shown.length,
    at: index - start,
    isShown,
  }
}

/** A screen draws each block of a message on its own, under a name that is made of the message's. */
function findItem(items: readonly PersonItem[], uuid: string): number {
  const names = new Set([uuid, ...Array.from({ length: MOST_BLOCKS }, (_, index) => deriveUUID(uuid, index))])
  return items.findIndex(item => listUuids(item).some(name => names.has(name)))
}

const MOST_BLOCKS = 64

function listUuids(item: PersonItem): readonly string[] {
  const own = [item.uuid, item.message.uuid]
  if (item.kind !== 'tool') return own
  const { call, result, preHooks, postHooks, progress, children } = item.story
  const messages = [call, result, progress, ...preHooks, ...postHooks].filter(
    message => message !== undefined,
  )
  return [...own, ...messages.map(message => message.uuid), ...children.flatMap(listUuids)]
}

function findBefore(items: readonly PersonItem[], uuid: string, entries: readonly Entry[]): number {
  const places = new Map<string, number>()
  for (const [index, item] of items.entries()) for (const name of listUuids(item)) places.set(name, index)
  const line = entries.findIndex(entry => uuidOf(entry) === uuid)
  for (const entry of entries.slice(0, Math.max(0, line)).reverse()) {
    const name = uuidOf(entry)
    const index = name === undefined ? undefined : (places.get(name) ?? places.get(deriveUUID(name, 0)))
    if (index !== undefined) return index
  }
  return -1
}

function uuidOf(entry: Entry): string | undefined {
  const fields: unknown = entry
  return isObject(fields) && typeof fields.uuid === 'string' ? fields.uuid : undefined
}
