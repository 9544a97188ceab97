import type { Entry } from '@antiphon/core'
import { isVoice } from '@antiphon/core/log'
import type { BranchPlace } from '../protocol/outline.ts'
import {
  type EntryFields,
  isHint,
  isVoiceKind,
  type LinkedEntry,
  restoreEntry,
  standsAlone,
  toLinkedEntry,
} from './linked-entry.ts'
import { createPackedMessages, isPackable } from './packed-messages.ts'

/** How the messages of a log hang together: in a few bytes each, but for those that begin a branch or name others. */
export interface MessageTree {
  /** False for a message that stands here again. */
  add(entry: Entry, seq: number): boolean
  /** A log with the same branches, of which only forks, ends and what belongs to several branches is left. */
  shorten(): readonly ShortEntry[]
  /** The last message before a position on the way to a leaf. */
  placeOnBranch(leafUuid: string, before: number): BranchPlace
  /** Tells the positions of a branch, from its leaf back to one of them. */
  walkBranch(leafUuid: string, from: number, visit: (seq: number) => void): void
}

export type ShortEntry = {
  readonly entry: Entry
  readonly seq: number
  /** How many words of people, tools and models it stands for. */
  readonly weight: number
}

export function createMessageTree(): MessageTree {
  const packed = createPackedMessages()
  /** In the order of the log. */
  const parts: (LinkedEntry | Chain)[] = []
  /** Those of the parts that say where the conversation stands. */
  let hints: LinkedEntry[] = []
  /** Messages that are not packed. */
  const whole = new Map<string, WholeMessage>()
  /** Names of messages that others name, or off which something hangs that is not the next one. */
  const named = new Set<string>()
  /** Those of them that are packed. */
  const forks = new Set<number>()
  let last: EntryFields = {}

  function add(entry: Entry, seq: number): boolean {
    const linked = toLinkedEntry(entry, seq)
    if (!linked) return true
    if (isHint(entry)) {
      hints.push(linked)
      parts.push(linked)
      return true
    }
    const { kind, ids, names } = linked
    const { uuid, parentUuid, isSidechain } = linked.fields
    if (typeof uuid === 'string' && findKind(uuid) === kind) return false
    // Where a conversation stands is said behind its end: what was said before is over.
    if (isVoiceKind(kind) && isSidechain !== true) dropHints()
    const isNext = typeof parentUuid === 'string' && parentUuid === last.uuid
    if (typeof parentUuid === 'string' && !isNext) noteFork(parentUuid)
    names.forEach(noteFork)
    const isPlain = isNext && !standsAlone(linked) && isSameThread(linked.fields, last)
    if (isPlain && isPackable(uuid) && !named.has(uuid)) {
      packed.add({ uuid, seq, kind, ids })
      const end = packed.length()
      const part = parts.at(-1)
      if (part && isChain(part)) part.end = end
      else parts.push({ start: end - 1, end, parentUuid, thread: pickThread(linked.fields) })
    } else {
      parts.push(linked)
      if (typeof uuid === 'string') whole.set(uuid, { parentUuid, seq, kind })
    }
    if (uuid !== undefined) last = linked.fields
    return true
  }

  function findKind(uuid: string): number | undefined {
    const held = whole.get(uuid)
    if (held) return held.kind
    const index = packed.find(uuid)
    return index === -1 ? undefined : packed.kindAt(index)
  }

  function noteFork(uuid: string): void {
    if (named.has(uuid)) return
    named.add(uuid)
    // What is held whole is not packed, and what is packed is long to look through.
    if (!whole.has(uuid)) forks.add(packed.find(uuid))
  }

  function dropHints(): void {
    const [first] = hints
    if (!first) return
    // They stand at the end: all that is before them need not be looked at.
    const from = parts.lastIndexOf(first)
    parts.push(...parts.splice(from).filter(part => isChain(part) || !hints.includes(part)))
    hints = []
  }

  /** Ids that messages have of which the one can be on a branch without the other. */
  function findShared(cuts: ReadonlySet<number>): ReadonlySet<number> {
    const first = new Map<number, number>()
    const shared = new Set<number>()
    let stretch = 0
    const note = (ids: readonly number[]): void => {
      stretch += 1
      for (const id of ids) {
        const known = first.get(id)
        if (known === undefined) first.set(id, stretch)
        else if (known !== stretch) shared.add(id)
      }
    }
    for (const part of parts) {
      if (!isChain(part)) note(part.ids)
      else
        for (let { start } = part, index = start; index < part.end; index += 1) {
          if (!cuts.has(index) && index + 1 < part.end) continue
          note(packed.idsOf(start, index + 1))
          start = index + 1
        }
    }
    return shared
  }

  /** The ends of a chain, where something leaves it and what others share; each stands for the words before it. */
  function unpack({ start, end, parentUuid, thread }: Chain, { cuts, shared }: Kept): ShortEntry[] {
    const unpacked: ShortEntry[] = []
    let parent = parentUuid
    let weight = 0
    let voice: number | undefined
    const keep = (index: number): void => {
      const uuid = packed.uuidAt(index)
      const message = { kind: packed.kindAt(index), ids: packed.idsOf(index, index + 1) }
      const entry = restoreEntry(message, { ...thread, uuid, parentUuid: parent })
      unpacked.push({ entry, seq: packed.seqAt(index), weight })
      parent = uuid
      weight = 0
      voice = undefined
    }
    for (let index = start; index < end; index += 1) {
      const kind = packed.kindAt(index)
      const isShared = shared.size > 0 && packed.idsOf(index, index + 1).some(id => shared.has(id))
      const isEdge = index === start || index === end - 1 || cuts.has(index) || cuts.has(index - 1)
      // Who spoke last decides which branch is the conversation: notes behind them do not.
      // And what may be told elsewhere takes no words along that were said before it.
      if (voice !== undefined && (isShared || (isEdge && !isVoiceKind(kind)))) keep(voice)
      if (isVoiceKind(kind)) {
        weight += 1
        voice = index
      }
      if (isShared || isEdge) keep(index)
    }
    return unpacked
  }

  function findChain(index: number): Chain | undefined {
    return parts.filter(isChain).find(({ start, end }) => index >= start && index < end)
  }

  /** From a leaf to its root, until somebody has seen enough. */
  function walk(leafUuid: string, isEnough: (message: Walked) => boolean): void {
    const seen = new Set<unknown>()
    for (let uuid: unknown = leafUuid; typeof uuid === 'string' && !seen.has(uuid); ) {
      seen.add(uuid)
      const name = uuid
      const held = whole.get(name)
      if (held && isEnough({ uuid: () => name, seq: held.seq })) return
      const found = held ? -1 : packed.find(name)
      const chain = findChain(found)
      for (let index = found; chain && index >= chain.start; index -= 1)
        if (isEnough({ uuid: () => packed.uuidAt(index), seq: packed.seqAt(index) })) return
      uuid = (held ?? chain)?.parentUuid
    }
  }

  return {
    add,
    shorten() {
      const cuts = new Set([...forks, ...hints.flatMap(hint => hint.names.map(packed.find))])
      const kept = { cuts, shared: findShared(cuts) }
      return parts.flatMap(part => (isChain(part) ? unpack(part, kept) : toShort(part)))
    },
    placeOnBranch(leafUuid, before) {
      let place: BranchPlace = { uuid: null, seq: null }
      walk(leafUuid, ({ uuid, seq }) => {
        if (seq >= before) return false
        place = { uuid: uuid(), seq }
        return true
      })
      return place
    },
    walkBranch(leafUuid, from, visit) {
      walk(leafUuid, ({ seq }) => {
        if (seq < from) return true
        visit(seq)
        return seq === from
      })
    },
  }
}

/** Messages of one thread, each behind the one before it. */
type Chain = {
  readonly start: number
  end: number
  readonly parentUuid: string
  readonly thread: EntryFields
}

type WholeMessage = { readonly parentUuid: unknown; readonly seq: number; readonly kind: number }

type Walked = { readonly uuid: () => string; readonly seq: number }

type Kept = { readonly cuts: ReadonlySet<number>; readonly shared: ReadonlySet<number> }

function isChain(part: LinkedEntry | Chain): part is Chain {
  return 'start' in part
}

function toShort(linked: LinkedEntry): ShortEntry {
  const entry = restoreEntry(linked, linked.fields)
  return { entry, seq: linked.seq, weight: Number(isVoice(entry)) }
}

function isSameThread(one: EntryFields, other: EntryFields): boolean {
  const isSide = (one.isSidechain === true) === (other.isSidechain === true)
  return isSide && one.agentId === other.agentId && one.sessionId === other.sessionId
}

/** Whose words they are. */
function pickThread({ isSidechain, agentId, sessionId }: EntryFields): EntryFields {
  return {
    ...(isSidechain === true && { isSidechain }),
    ...(agentId !== undefined && { agentId }),
    ...(sessionId !== undefined && { sessionId }),
  }
}
