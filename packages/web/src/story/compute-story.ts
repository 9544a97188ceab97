import { createPersonView, type PersonItem, type PersonView, type UUID } from '@antiphon/core'
import { firstBlock, type ItemPlace, type ViewBranch, type ViewItem } from '@antiphon/core/ui'
import type { PlacedEntry } from '@antiphon/server/protocol'

/** A stretch of a log as a person reads it. */
export type Story = {
  readonly items: readonly StoryItem[]
  readonly branches: readonly ViewBranch[]
  /** Where each message of one block stands in the log, by its own uuid. */
  readonly places: Places
}

export type Places = { readonly get: (uuid: string) => Place | undefined }

export type StoryItem = ViewItem<PlacedEntry>

/** The entry that holds a message. */
export type Place = ItemPlace<PlacedEntry>

export type StoryOptions = {
  /** The branch to read instead of the newest. */
  readonly leafUuid?: UUID | undefined
  readonly includeMeta?: boolean
}

/** Reads loaded entries with core's own view. */
export function computeStory(loaded: readonly PlacedEntry[], options: StoryOptions = {}): Story {
  const view = openStory(options)
  for (const placed of loaded) view.append(placed.entry, placed)
  return toStory({ view, loaded, options, places: { get: view.place } })
}

/** The view of a log of which nothing is loaded yet; `like` is the one that was shown before. */
export function openStory(options: StoryOptions, like?: PersonView<PlacedEntry>): PersonView<PlacedEntry> {
  const { leafUuid, includeMeta = false } = options
  const shown = { includeMeta, includeRetracted: includeMeta, includeForeign: includeMeta }
  return createPersonView({ leafUuid, ...shown }, like)
}

export type StorySource = {
  readonly view: PersonView<PlacedEntry>
  readonly loaded: readonly PlacedEntry[]
  readonly options: StoryOptions
  readonly places: Places
}

/** What a page shows of a view; what hangs over the stretch's edge is not told as a defect. */
export function toStory({ view, loaded, options, places }: StorySource): Story {
  const isCut = (loaded[0]?.seq ?? 0) > 0
  const items = view
    .items()
    .filter(({ item }) => (options.includeMeta || !isTally(item)) && !(isCut && isOrphan(item)))
  return { items, branches: view.branches(), places }
}

/** How long a turn took, and how quick the API was: after every turn, and for nobody who reads what was said. */
function isTally({ message }: PersonItem): boolean {
  return message.type === 'system' && TALLIES.has(message.subtype)
}

const TALLIES: ReadonlySet<unknown> = new Set(['turn_duration', 'api_metrics'])

/** A result whose call stands before the stretch. */
function isOrphan({ kind, message }: PersonItem): boolean {
  return kind === 'notice' && message.type === 'user' && firstBlock(message)?.type === 'tool_result'
}
