import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import { formatSessionKey, type SessionKey } from '../store/session-key.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import { TranscriptError } from '../transcript-error.ts'
import { createMirror, type Mirror } from './mirror-pool.ts'

export type AppendOnce = {
  readonly store: TranscriptStore
  readonly key: SessionKey
  readonly mirror: Mirror
  readonly entries: readonly Entry[]
}

/** Appends the entries whose uuid the log does not hold yet, durably. The log itself is asked, so a restart changes nothing. */
export async function appendOnce(append: AppendOnce): Promise<void> {
  const { store, key } = append
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await catchUp(append)
    const entries = await findNew(append)
    if (entries.length === 0 || (await tryAppend(append, entries))) return
    // Another writer was faster: what it wrote is looked at, and ours goes behind it.
    await store.release(key)
  }
  throw new TranscriptError(
    'conflict',
    `${formatSessionKey(key)} is being changed by another writer. Try again, or give each writer a session of its own.`,
  )
}

const MAX_ATTEMPTS = 3

/** Looks at what came into the log since the last time. */
async function catchUp({ store, key, mirror }: AppendOnce): Promise<void> {
  const end = (await store.end(key)) ?? 0
  // The log was deleted, or cut.
  if (end < mirror.seq) Object.assign(mirror, createMirror())
  if (!mirror.isEndUncertain && end > mirror.seq)
    for await (const item of store.read(key, { from: mirror.seq }))
      if (item.kind === 'entry') remember(mirror, item.entry)
  mirror.seq = end
  mirror.isEndUncertain = false
}

async function findNew({ store, key, mirror, entries }: AppendOnce): Promise<readonly Entry[]> {
  const uuids = new Set(entries.map(readUuid).filter(uuid => uuid !== undefined))
  const suspects = new Set([...uuids].filter(uuid => mirror.filter.mayHave(uuid)))
  const known = suspects.size === 0 ? suspects : await findKnown({ store, key, suspects })
  return entries.filter(entry => {
    const uuid = readUuid(entry)
    // Each uuid once, also within the batch.
    return uuid === undefined || (!known.has(uuid) && uuids.delete(uuid))
  })
}

/** Those of the suspects that the log holds. What is delivered again is recent: the search begins at the end. */
async function findKnown(search: {
  readonly store: TranscriptStore
  readonly key: SessionKey
  readonly suspects: ReadonlySet<string>
}): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for await (const item of search.store.read(search.key, { direction: 'backwards' })) {
    if (known.size === search.suspects.size) break
    const uuid = item.kind === 'entry' ? readUuid(item.entry) : undefined
    if (uuid !== undefined && search.suspects.has(uuid)) known.add(uuid)
  }
  return known
}

/** False where the log moved on meanwhile. */
async function tryAppend({ store, key, mirror }: AppendOnce, entries: readonly Entry[]): Promise<boolean> {
  // Until it has worked nothing is known of the end.
  mirror.isEndUncertain = true
  const outcome = await store.append(key, entries, { expectedSeq: mirror.seq })
  mirror.isEndUncertain = false
  if (outcome.status === 'appended') {
    mirror.seq = outcome.seq
    for (const entry of entries) remember(mirror, entry)
    return true
  }
  if (outcome.reason === 'leased')
    throw new TranscriptError(
      'in-use',
      [
        `${formatSessionKey(key)} is being written by another process. Stop it, or use another session.`,
        outcome.holder ?? [],
      ]
        .flat()
        .join(' '),
    )
  return false
}

function remember(mirror: Mirror, entry: Entry): void {
  const uuid = readUuid(entry)
  if (uuid !== undefined) mirror.filter.add(uuid)
}

/** The uuid of an entry of any kind. */
export function readUuid(entry: unknown): string | undefined {
  return isObject(entry) && typeof entry.uuid === 'string' ? entry.uuid : undefined
}
