import { isObject } from '@antiphon/contract'
import { deriveUUID, type UUID } from '../message/uuid.ts'
import type { Entry, UnknownEntry } from './entry.ts'
import { isExtension } from './is-extension.ts'
import { fieldOf, filledField, type LogNode, readMessageId } from './log-node.ts'
import type { ReportRepair } from './log-repair.ts'
import { isRecordEntry, type RecordEntry } from './record-entry.ts'
import { stringifyJson } from './stringify-json.ts'
import { isTranscriptEntry, type TranscriptEntry } from './transcript-entry.ts'

export type IdentifiedEntries = {
  readonly nodes: readonly LogNode[]
  readonly records: readonly LocatedRecord[]
  readonly unknown: readonly UnknownEntry[]
}

export type LocatedRecord = { readonly record: RecordEntry; readonly position: number }

/** Sorts entries by kind and gives every message a uuid of its own: doubles collapse, missing ones are made. */
export function identifyEntries(entries: readonly Entry[], addRepair: ReportRepair): IdentifiedEntries {
  const messages = createNodeList(addRepair)
  const records: LocatedRecord[] = []
  const unknown: UnknownEntry[] = []
  entries.forEach((entry: unknown, position) => {
    if (isTranscriptEntry(entry)) messages.add(entry, position)
    else if (isRecordEntry(entry)) records.push({ record: entry, position })
    else if (isObject(entry)) unknown.push(entry)
  })
  messages.reportMissingUuids()
  return { nodes: messages.nodes, records, unknown }
}

function createNodeList(addRepair: ReportRepair): {
  readonly nodes: readonly LogNode[]
  readonly add: (entry: TranscriptEntry, position: number) => void
  readonly reportMissingUuids: () => void
} {
  const nodes: LogNode[] = []
  const byUuid = new Map<UUID, number>()
  let nextPlace = 0
  let missing = 0

  function pushByPlace({ entry, position }: LocatedMessage, collidingUuid?: UUID): UUID {
    nextPlace = Math.max(nextPlace, position)
    while (byUuid.has(toPlaceUuid(nextPlace))) nextPlace++
    const uuid = toPlaceUuid(nextPlace)
    byUuid.set(uuid, nodes.length)
    nodes.push({
      entry: { ...entry, uuid },
      uuid,
      position,
      ...(collidingUuid !== undefined && { collidingUuid }),
    })
    return uuid
  }

  function merge(first: number, located: LocatedMessage): void {
    const { entry, position } = located
    const node = nodes[first]
    if (!node) return
    const { uuid } = node
    switch (compareVersions(node.entry, entry)) {
      case 'equal':
        addRepair({ rule: 'duplicate-entry', uuid, position, detail: 'the same entry again; dropped' })
        return
      case 'first-is-fuller':
        addRepair({ rule: 'conflicting-entry', uuid, position, detail: 'the first version has more; kept' })
        return
      case 'second-is-fuller':
        addRepair({ rule: 'conflicting-entry', uuid, position, detail: 'this version has more; taken' })
        nodes[first] = { ...node, entry }
        return
      case 'other':
        addRepair({
          rule: 'uuid-collision',
          uuid: pushByPlace(located, uuid),
          position,
          detail: `another entry has the uuid ${uuid}`,
        })
    }
  }

  return {
    nodes,
    add(entry, position) {
      const uuid = filledField(entry, 'uuid')
      const first = uuid === undefined ? undefined : byUuid.get(uuid)
      if (first !== undefined) merge(first, { entry, position })
      else if (uuid !== undefined) {
        byUuid.set(uuid, nodes.length)
        nodes.push({ entry, uuid, position })
      } else {
        missing++
        pushByPlace({ entry, position })
      }
    },
    reportMissingUuids() {
      if (missing > 0)
        addRepair({
          rule: 'no-uuid',
          uuid: null,
          detail: `${missing} messages have no uuid; named by their place`,
        })
    },
  }
}

type LocatedMessage = { readonly entry: TranscriptEntry; readonly position: number }

function toPlaceUuid(place: number): UUID {
  return deriveUUID('00000000-0000-4000-8000-', place)
}

type VersionComparison = 'equal' | 'first-is-fuller' | 'second-is-fuller' | 'other'

/**
 * Two entries of one uuid are versions of each other if they say the same, or were said at the same time and all words
 * of the one stand in the other: no words are lost with the lesser version.
 */
function compareVersions(first: TranscriptEntry, second: TranscriptEntry): VersionComparison {
  if (first.type !== second.type) return 'other'
  const [firstText, secondText] = [stringifyJson(first), stringifyJson(second)]
  if (firstText === secondText) return 'equal'
  const [before, after] = [readPayload(first), readPayload(second)]
  if (stringifyJson(before) === stringifyJson(after))
    return secondText.length > firstText.length ? 'second-is-fuller' : 'first-is-fuller'
  if (!isSameMoment(first, second)) return 'other'
  if (isExtension(after, before)) return 'second-is-fuller'
  return isExtension(before, after) ? 'first-is-fuller' : 'other'
}

function isSameMoment(first: TranscriptEntry, second: TranscriptEntry): boolean {
  const messageId = readMessageId(first)
  if (messageId !== undefined) return messageId === readMessageId(second)
  const timestamp = filledField(first, 'timestamp')
  return timestamp !== undefined && timestamp === filledField(second, 'timestamp')
}

/** What an entry says: the rest is about when and where it was said. */
function readPayload(entry: TranscriptEntry): readonly unknown[] {
  const fields = ['message', 'attachment', 'data', 'subtype', 'content'] as const
  return fields.map(field => fieldOf(entry, field) ?? null)
}
