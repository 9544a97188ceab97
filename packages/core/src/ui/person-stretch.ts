import type { Entry } from '../log/entry.ts'
import { type FollowedLog, followLog } from '../log/follow-log.ts'
import { listBranches } from '../log/list-branches.ts'
import { recoverParallelEntries } from '../log/recover-parallel-entries.ts'
import { isTranscriptEntry } from '../log/transcript-entry.ts'
import { weaveGuests } from '../log/weave-guests.ts'
import type { UUID } from '../message/uuid.ts'
import { tellMessages } from './build-view.ts'
import type { EntryTies } from './entry-ties.ts'
import { createMessageSplitter, type MessageSplitter, type SplitBefore } from './normalize-messages.ts'
import type { ToolItem } from './person-item.ts'
import { isForeign, type LogViewOptions } from './read-person-view.ts'
import { type ItemPlace, isSameViewItem, type LogPlace, toViewItems, type ViewItem } from './view-item.ts'

/** An entry of a log that is viewed, with its place and with what ties it to others. */
export type TiedEntry<Place extends LogPlace> = {
  readonly entry: unknown
  readonly place: Place
  readonly ties: EntryTies
}

/** A stretch of a log as a person reads it when nothing else is there. */
export type PersonStretch<Place extends LogPlace> = {
  readonly entries: readonly TiedEntry<Place>[]
  readonly items: readonly ViewItem<Place>[]
  /** Where each message of one block stands, by its own uuid. */
  readonly places: ReadonlyMap<UUID, ItemPlace<Place>>
  readonly branches: readonly ViewBranch[]
  /** Which uuids were given to its parts. */
  readonly names: ReturnType<MessageSplitter['state']>
  /** Its messages in the order in which they are told. */
  readonly values: readonly unknown[]
  /** How its links were followed; undefined where they were not. */
  readonly log: FollowedLog | undefined
  /** Whether more of the conversation would change it. */
  readonly isOpen: boolean
}

/** What the conversation left behind. */
export type ViewBranch = { readonly leafUuid: UUID; readonly messages: number }

export type StretchOptions = LogViewOptions & {
  /** The branch to read instead of the newest. */
  readonly leafUuid?: UUID | undefined
  /** Everything in the order in which it was written, whatever branch it is on. */
  readonly isUnlinked?: boolean
}

export type ReadStretchOptions<Place extends LogPlace> = StretchOptions & {
  readonly before: SplitBefore
  /** Items that may stand for those that say the same, by key. */
  readonly known: ReadonlyMap<string, ViewItem<Place>>
}

/** Reads entries as if they were a log of their own: the pure view of them. */
export function readStretch<Place extends LogPlace>(
  entries: readonly TiedEntry<Place>[],
  options: ReadStretchOptions<Place>,
): PersonStretch<Place> {
  const { order, branches, log } = options.isUnlinked ? listAsWritten(entries) : follow(entries, options)
  const splitter = createMessageSplitter(options.before)
  const values = order.map(({ value }) => value)
  const told = tellMessages(values, options, splitter)
  const places = new Map<UUID, ItemPlace<Place>>()
  for (const { message, source } of told.pieces) {
    const placed = source && entries[order[source.index]?.position ?? -1]?.place
    if (source && placed) places.set(message.uuid, { placed, block: source.block })
  }
  const leaf = log?.nodes[log.leaf]?.entry
  const isShown = options.includeForeign || options.isUnlinked ? () => true : notForeign(leaf)
  const items = toViewItems(told.items.filter(isShown), places).map(item => {
    const old = options.known.get(item.key)
    return old && isSameViewItem(old, item) ? old : item
  })
  return { entries, items, places, branches, names: splitter.state(), values, log, isOpen: told.isOpen }
}

/** The calls of a stretch that have no result yet. */
export function listRunning<Place extends LogPlace>({ items }: PersonStretch<Place>): readonly ToolItem[] {
  return items.flatMap(({ item }) => (item.kind === 'tool' && item.story.status === 'running' ? [item] : []))
}

type Order = {
  readonly order: readonly { readonly value: unknown; readonly position: number }[]
  readonly branches: readonly ViewBranch[]
  readonly log: FollowedLog | undefined
}

function listAsWritten(entries: readonly TiedEntry<LogPlace>[]): Order {
  const order = entries.map(({ entry }, position) => ({ value: entry, position }))
  return { order: order.filter(({ value }) => isTranscriptEntry(value)), branches: [], log: undefined }
}

function follow(entries: readonly TiedEntry<LogPlace>[], { leafUuid }: StretchOptions): Order {
  // The reader takes any values.
  const values = entries.map(({ entry }) => entry as Entry)
  const log = followLog(values, { leafUuid, addRepair: () => {} })
  const path = recoverParallelEntries(log.tree, log.path)
  return {
    order: weaveGuests(log.tree, path).flatMap(index => {
      const node = log.nodes[index]
      return node ? [{ value: node.entry, position: node.position }] : []
    }),
    branches: listBranches(log.tree, path).branches.map(branch => ({
      leafUuid: branch.leafUuid,
      messages: branch.messages.length,
    })),
    log,
  }
}

function notForeign(leaf: unknown): (item: Parameters<typeof isForeign>[0]) => boolean {
  return item => !isForeign(item, leaf)
}
