import {
  buildConversation,
  buildPersonView,
  type Conversation,
  createMessageSplitter,
  deriveUUID,
  type PersonItem,
  type TranscriptEntry,
  type UUID,
} from '@antiphon/core'
import type { PlacedEntry } from '../backend/backend.ts'
import { firstBlock } from './first-block.ts'

/** A stretch of a log as a person reads it. */
export type Story = {
  readonly items: readonly StoryItem[]
  readonly branches: readonly BranchChoice[]
  /** Where each message of one block stands in the log, by its own uuid. */
  readonly places: Places
  readonly end: StoryEnd
}

export type Places = { readonly get: (uuid: string) => Place | undefined }

/** Where what comes next hangs. */
export type StoryEnd = {
  readonly leafUuid: string | undefined
  readonly isSidechain: boolean
  /** Entries of other branches. */
  readonly leftBehind: ReadonlySet<string>
}

export type StoryItem = {
  /** Stays the same whatever is loaded around it. */
  readonly key: string
  readonly item: PersonItem
  readonly place: Place | undefined
}

/** The entry that holds a message. */
export type Place = { readonly placed: PlacedEntry; readonly block: number }

export type BranchChoice = { readonly leafUuid: UUID; readonly messages: number }

export type StoryOptions = {
  /** The branch to read instead of the newest. */
  readonly leafUuid?: UUID | undefined
  readonly includeMeta?: boolean
}

/** Reads loaded entries with core's own views; what hangs over the stretch's edge is not told as a defect. */
export function computeStory(loaded: readonly PlacedEntry[], options: StoryOptions = {}): Story {
  const { leafUuid, includeMeta = false } = options
  const entries = loaded.map(({ entry }) => entry)
  const conversation = buildConversation(entries, leafUuid === undefined ? {} : { leafUuid })
  const log = orderLog(conversation, loaded)
  const places = findPlaces(log)
  const messages = log.map(({ message }) => message)
  const isCut = (loaded[0]?.seq ?? 0) > 0
  const items = buildPersonView(messages, { includeMeta, includeRetracted: includeMeta })
    .filter(item => includeMeta || !(isForeign(item, conversation) || isTally(item)))
    .filter(item => !isCut || !isOrphan(item))
  return {
    items: nameApart(items.map(item => toStoryItem(item, places))),
    branches: conversation.branches.map(branch => ({
      leafUuid: branch.leafUuid,
      messages: branch.messages.length,
    })),
    places,
    end: {
      leafUuid: conversation.leaf?.uuid,
      isSidechain: conversation.leaf?.isSidechain === true,
      leftBehind: new Set(conversation.branches.flatMap(({ messages }) => messages.map(({ uuid }) => uuid))),
    },
  }
}

const PLACE_UUID = '00000000-0000-4000-8000-'

type LoggedMessage = { readonly message: TranscriptEntry; readonly placed: PlacedEntry | undefined }

/** The conversation with its subagents and its progress where the file has them. */
function orderLog(conversation: Conversation, loaded: readonly PlacedEntry[]): LoggedMessage[] {
  const order = new Map<unknown, number>()
  loaded.forEach(({ entry }, index) => {
    if ('uuid' in entry && !order.has(entry.uuid)) order.set(entry.uuid, index)
    // What has no uuid, or that of another, is named by its place.
    const byPlace = deriveUUID(PLACE_UUID, index)
    if (!order.has(byPlace)) order.set(byPlace, index)
  })
  let last = 0
  const hosts = conversation.messages.map(message => {
    // The conversation's own order stands, even where the file has another.
    last = Math.max(last, order.get(message.uuid) ?? last)
    return { message, at: last, placed: loaded[order.get(message.uuid) ?? last] }
  })
  const extras = [...conversation.sidechains.flatMap(({ messages }) => messages), ...conversation.progress]
  const guests = extras.map(message => {
    const at = order.get(message.uuid) ?? 0
    return { message, at, placed: loaded[at] }
  })
  return [...hosts, ...guests].sort((one, other) => one.at - other.at)
}

/** Splits as the view does, so that both give each part the same uuid. */
function findPlaces(log: readonly LoggedMessage[]): Places {
  const split = createMessageSplitter()
  const places = new Map<string, Place>()
  for (const { message, placed } of log) {
    split(message).forEach((part, block) => {
      if (placed) places.set(part.uuid, { placed, block })
    })
  }
  return places
}

function toStoryItem(item: PersonItem, places: Story['places']): StoryItem {
  const place = places.get(item.uuid)
  return { key: place ? `${place.placed.seq}.${place.block}` : item.uuid, item, place }
}

/** Whatever the log holds, no two items have one name: a list would draw them over each other. */
function nameApart(items: readonly StoryItem[]): readonly StoryItem[] {
  const names = new Map<string, number>()
  return items.map(item => {
    const count = names.get(item.key) ?? 0
    names.set(item.key, count + 1)
    return count === 0 ? item : { ...item, key: `${item.key}~${count}` }
  })
}

/** In a subagent's own log every item is of a side chain, and is what one came to see. */
function isForeign(item: PersonItem, { leaf }: Conversation): boolean {
  return item.isSidechain === true && leaf?.isSidechain !== true
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
