import type { Conversation, Entry, TranscriptEntry } from '@antiphon/core'

/**
 * The conversation with its subagents' messages and its progress put back where the file has them, so that
 * the person's view finds the call to which each belongs.
 */
export function weaveLog(conversation: Conversation, entries: readonly Entry[]): readonly TranscriptEntry[] {
  const extras = [
    ...conversation.sidechains.flatMap(sidechain => sidechain.messages),
    ...conversation.progress,
  ]
  if (extras.length === 0) return conversation.messages
  const placeOf = createPlaces(entries)
  const hosts = conversation.messages.map((message, index) => ({ place: placeOf(message), index }))
  hosts.sort((one, other) => one.place - other.place)
  const guests = extras.map(message => ({ message, place: placeOf(message) }))
  guests.sort((one, other) => one.place - other.place)
  return insertBehindHosts(conversation.messages, hosts, guests)
}

type Host = { readonly place: number; readonly index: number }
type Guest = { readonly place: number; readonly message: TranscriptEntry }

function insertBehindHosts(
  messages: readonly TranscriptEntry[],
  hosts: readonly Host[],
  guests: readonly Guest[],
): readonly TranscriptEntry[] {
  const behind = new Map<number, TranscriptEntry[]>()
  let next = 0
  for (const { place, message } of guests) {
    while (next < hosts.length && (hosts[next]?.place ?? 0) < place) next += 1
    const host = hosts[next - 1]?.index ?? -1
    const list = behind.get(host)
    if (list) list.push(message)
    else behind.set(host, [message])
  }
  return [
    ...(behind.get(-1) ?? []),
    ...messages.flatMap((message, index) => [message, ...(behind.get(index) ?? [])]),
  ]
}

/** The place of each message in the file; one that the reader had to name stands behind the one asked for before it. */
function createPlaces(entries: readonly Entry[]): (message: TranscriptEntry) => number {
  const places = new Map<unknown, number>()
  entries.forEach((entry, index) => {
    if ('uuid' in entry && !places.has(entry.uuid)) places.set(entry.uuid, index)
  })
  let last = 0
  return message => {
    last = places.get(message.uuid) ?? last
    return last
  }
}
