import { type Entry, isCompactBoundaryMessage } from '@antiphon/core'
import { type ResolvedMessage, resolveLinks } from '@antiphon/core/log'

/** A message of a file, and what has to be written so that every reader sees it as ours does. */
export type SettledMessage = ResolvedMessage & {
  /** Index of the entry whose bytes are read: not `position` where a later version is the fuller one. */
  readonly source: number
  readonly links: LinkFields
}

/** The fields that have to change; those that are as they should be are not there. */
export type LinkFields = {
  readonly uuid?: string
  readonly parentUuid?: string | null
  readonly logicalParentUuid?: string | null
}

/**
 * Identity and parent of every message as they are read. Where a circle was cut, what is then written may be read
 * anew in another way; so it is read again until nothing changes.
 */
export function settleLinks(entries: readonly Entry[]): readonly SettledMessage[] {
  const sources = new Map(entries.map((entry, index) => [entry, index]))
  let resolved = resolveLinks(entries)
  const settled = resolved.map(message => ({
    ...message,
    source: sources.get(message.entry) ?? message.position,
  }))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const links = resolved.map(findLinkFields)
    if (round > 0 && links.every(isEmpty)) break
    resolved = resolveLinks(resolved.map((message, index) => ({ ...message.entry, ...links[index] })))
  }
  return settled.map((message, index) => {
    const { uuid = message.uuid, parentUuid = message.parentUuid } = resolved[index] ?? {}
    const stored = entries[message.source] ?? message.entry
    return { ...message, uuid, parentUuid, links: findLinkFields({ entry: stored, uuid, parentUuid }) }
  })
}

// Two were always enough for generated damage; a bound keeps a log that was made for it from going on for ever.
const MAX_ROUNDS = 8

function isEmpty(links: LinkFields): boolean {
  return Object.keys(links).length === 0
}

type Wanted = { readonly entry: Entry; readonly uuid: string; readonly parentUuid: string | null }

/** What differs between the links that an entry has and those that it is read with. */
function findLinkFields({ entry, uuid, parentUuid }: Wanted): LinkFields {
  return {
    ...(readName(entry, 'uuid') !== uuid && { uuid }),
    ...(isCompactBoundaryMessage(entry)
      ? findBoundaryLinks(entry, parentUuid)
      : findParentLink(entry, parentUuid)),
  }
}

function findParentLink(entry: Entry, wanted: string | null): LinkFields {
  const named = readName(entry, 'parentUuid')
  // The first message of a thread has nothing to name, whether it says so or not.
  return named === (wanted ?? undefined) ? {} : { parentUuid: wanted }
}

/** A boundary begins anew and names what came before it in a field of its own. */
function findBoundaryLinks(entry: Entry, wanted: string | null): LinkFields {
  const parent = readName(entry, 'parentUuid')
  if (parent !== undefined && parent === wanted) return {}
  const logical = readName(entry, 'logicalParentUuid')
  return {
    ...(parent !== undefined && { parentUuid: null }),
    ...(logical !== (wanted ?? undefined) && { logicalParentUuid: wanted }),
  }
}

/** A field that names something: a string that is not empty. */
function readName(entry: Entry, field: keyof LinkFields): string | undefined {
  const fields: Readonly<Record<string, unknown>> = entry
  const value = fields[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}
