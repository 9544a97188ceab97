import type { UUID } from '../message/uuid.ts'
import { closeStretch, toTie } from './closed-stretch.ts'
import { readTies } from './entry-ties.ts'
import { type EntryPast, findReach, findReachAside } from './find-reach.ts'
import { findSeam } from './find-seam.ts'
import { createOpenEntries } from './open-entries.ts'
import type { ToolItem } from './person-item.ts'
import {
  listRunning,
  type PersonStretch,
  readStretch,
  type StretchOptions,
  type TiedEntry,
  type ViewBranch,
} from './person-stretch.ts'
import { createStretchStack } from './stretch-stack.ts'
import type { ItemPlace, LogPlace, ViewItem } from './view-item.ts'

/** The person's view of a log that grows: takes one entry at a time, in the order of the file. */
export interface PersonView<Place extends LogPlace> {
  append(entry: unknown, place: Place): void
  /** What a person sees now. Items that did not change are the same objects as before. */
  items(): readonly ViewItem<Place>[]
  /** What may still change: the entries that are read again with the next one, and the calls that have no result. */
  open(): { readonly entries: number; readonly calls: readonly ToolItem[] }
  branches(): readonly ViewBranch[]
  /** Where a message of one block stands, by its own uuid. */
  place(uuid: UUID): ItemPlace<Place> | undefined
  /** Lets go of what is closed but for the last stretches; what reaches back there finds nothing. */
  forget(kept: number): void
}

export type CreatePersonViewOptions = StretchOptions & {
  /** How many entries are closed together, at least. */
  readonly least?: number
}

/**
 * Opens the person's view of a log of which nothing was read yet. What is over is read once: a stretch is closed when
 * nothing in it runs and the conversation goes on from its leaf, and an entry costs what is open behind the last
 * closed one, some hundred entries in an ordinary log. Only an entry that reaches back opens closed stretches again,
 * from the one that holds what it names; one whose place in the conversation only the file's order tells opens all.
 *
 * `like` is another view of the same log: items that say the same as one of its own are that one.
 */
export function createPersonView<Place extends LogPlace>(
  options: CreatePersonViewOptions = {},
  like?: Pick<PersonView<Place>, 'items'>,
): PersonView<Place> {
  const closed = createStretchStack<Place>()
  let open = createOpenEntries<Place>()
  let told: PersonStretch<Place> | undefined
  let known = toKnown(like?.items() ?? [])
  const { least = LEAST } = options
  let closeAt = 2 * least

  const past = (): EntryPast => ({ ...closed.past(), ...open.known() })

  function take(tied: TiedEntry<Place>): void {
    const { leafUuid } = tied.ties.links
    open.take(tied, leafUuid !== undefined && closed.past().find(toTie('entry', leafUuid)) === undefined)
  }

  function restart(entries: readonly TiedEntry<Place>[]): void {
    open = createOpenEntries()
    for (const tied of entries) take(tied)
  }

  /** Reads stretches again that an entry reached. */
  function reopen(from: number): void {
    const stretches = closed.removeFrom(from)
    for (const { items } of stretches) for (const item of items) known.set(item.key, item)
    restart([...stretches.flatMap(({ entries }) => entries), ...open.list()])
    told = undefined
    // What was opened once may be again: it is closed when there is as much behind it.
    closeAt = open.list().length * 2
  }

  function read(entries: readonly TiedEntry<Place>[]): PersonStretch<Place> {
    return readStretch(entries, { ...options, before: closed.names(), known })
  }

  function tell(): PersonStretch<Place> {
    if (told) return told
    const stretch = read([...open.list()])
    const reach = findReachAside(stretch, closed.past().find)
    if (reach !== undefined) {
      reopen(reach)
      return tell()
    }
    known = toKnown(stretch.items)
    told = stretch
    return stretch
  }

  /** Closes what is over; what is not is tried again when twice as much is open. */
  function close(): void {
    const all = open.list()
    closeAt = Math.max(2 * least, all.length * 2)
    const seam = findSeam(all, { least, isLinked: options.isUnlinked !== true })
    const stretch = seam === -1 ? undefined : read(all.slice(0, seam))
    const isTied = stretch && findReachAside(stretch, closed.past().find) !== undefined
    const over = stretch && !isTied ? closeStretch(stretch) : undefined
    if (!over) return
    closed.push(over)
    restart([])
    for (const tied of all.slice(seam)) {
      if (findReach(tied, past()) !== undefined) {
        closed.removeFrom(closed.length() - 1)
        restart(all)
        return
      }
      take(tied)
    }
    told = undefined
    closeAt = Math.max(2 * least, open.list().length * 2)
  }

  return {
    append(entry, place) {
      const tied = { entry, place, ties: readTies(entry) }
      for (let reach = reachOf(tied); reach !== undefined; reach = reachOf(tied)) reopen(reach)
      take(tied)
      told = undefined
      // Another branch is read whole: what was closed would be the newest one's.
      if (open.list().length >= closeAt && options.leafUuid === undefined) close()
    },
    items: () => closed.items(tell().items),
    open: () => {
      const stretch = tell()
      return { entries: open.list().length, calls: listRunning(stretch) }
    },
    branches: () => [...closed.list().flatMap(({ branches }) => branches), ...tell().branches],
    place: uuid =>
      tell().places.get(uuid) ??
      closed
        .list()
        .findLast(({ places }) => places.has(uuid))
        ?.places.get(uuid),
    forget: closed.forget,
  }

  function reachOf(tied: TiedEntry<Place>): number | undefined {
    return closed.length() === 0 ? undefined : findReach(tied, past())
  }
}

// Fewer make more stretches, more make each entry dearer.
const LEAST = 32

function toKnown<Place extends LogPlace>(items: readonly ViewItem<Place>[]): Map<string, ViewItem<Place>> {
  return new Map(items.map(item => [item.key, item]))
}
